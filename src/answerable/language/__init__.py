"""What was meant: question → SQL candidates; SQL → plain words."""

from answerable.language.embedded import EmbeddedTranslator
from answerable.language.explainer import QueryFacts, Shown, explain, facts
from answerable.language.translation import (
    Candidate,
    Clarification,
    Context,
    Reading,
    Translation,
    Translator,
    Turn,
)

__all__ = [
    "Candidate",
    "Clarification",
    "Context",
    "EmbeddedTranslator",
    "QueryFacts",
    "Reading",
    "Shown",
    "Translation",
    "Translator",
    "Turn",
    "explain",
    "facts",
]
