"""What was meant: question → SQL candidates; SQL → plain words."""

from answerable.explain import QueryFacts, ShownColumn, explain, facts
from answerable.language.translation import (
    Candidate,
    CodedClarification,
    CodedReading,
    Context,
    Translation,
    Translator,
    Turn,
)
from answerable.language.translator import EmbeddedTranslator

__all__ = [
    "Candidate",
    "CodedClarification",
    "CodedReading",
    "Context",
    "EmbeddedTranslator",
    "QueryFacts",
    "ShownColumn",
    "Translation",
    "Translator",
    "Turn",
    "explain",
    "facts",
]
