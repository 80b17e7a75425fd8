"""What the translator notes of a question, with the words that the asker used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from answerable.kernel.messages import CodedMessage, change_texts
from answerable.language.translation import CodedClarification, CodedReading, Translation

__all__ = ["in_asker_words"]

_ASKED = frozenset({"phrase", "phrases"})
"""Parameters that hold words of the question; all others are data."""


def in_asker_words(translation: Translation, spoken: Mapping[str, str]) -> Translation:
    """`spoken` has the asker's own words for the English ones."""

    def own(text: str) -> str:
        return spoken.get(text.casefold(), text)

    def said(message: CodedMessage) -> CodedMessage:
        return change_texts(message, lambda name, text: own(text) if name in _ASKED else text)

    def asked(clarification: CodedClarification) -> CodedClarification:
        readings = tuple(CodedReading(said(one.text), one.sql) for one in clarification.readings)
        return CodedClarification(said(clarification.question), readings)

    return replace(
        translation,
        clarification=asked(translation.clarification) if translation.clarification else None,
        understood=tuple(map(said, translation.understood)),
        not_understood=tuple(map(own, translation.not_understood)),
        assumptions=tuple(map(said, translation.assumptions)),
    )
