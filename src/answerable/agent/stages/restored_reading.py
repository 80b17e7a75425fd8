"""How a question was read, as plain values that survive a checkpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from answerable.kernel.knowledge import Applied
from answerable.kernel.messages import CodedMessage, msg, pack, unpack
from answerable.language.translation import Candidate, Translation

if TYPE_CHECKING:
    from answerable.kernel.clarification import PickedReading
    from answerable.language import Translation

__all__ = ["CHOSEN", "reading_from_state", "reading_to_state", "translation_of_pick"]

CHOSEN = 0.95
"""Confidence in a reading that a person picked: what was meant is known, what it was written as may still err."""


def reading_to_state(translation: Translation) -> dict[str, Any]:
    return {
        "path": translation.path,
        "candidates": [[one.sql, one.confidence] for one in translation.candidates],
        "words": [one.words.as_json() if one.words else None for one in translation.candidates],
        "assumptions": pack(translation.assumptions),
        "not_understood": list(translation.not_understood),
        "leans_on_earlier": translation.leans_on_earlier,
        "applied": [[one.kind, one.name, one.version, one.id] for one in translation.applied],
    }


def reading_from_state(reading: dict[str, Any]) -> Translation:
    words = reading.get("words") or [None] * len(reading["candidates"])
    return Translation(
        candidates=tuple(
            Candidate(sql, confidence, CodedMessage.from_json(said) if said else None)
            for (sql, confidence), said in zip(reading["candidates"], words, strict=True)
        ),
        path=reading["path"],
        assumptions=unpack(reading["assumptions"]),
        not_understood=tuple(reading["not_understood"]),
        leans_on_earlier=reading["leans_on_earlier"],
        applied=tuple(Applied(*one) for one in reading["applied"]),
    )


def translation_of_pick(picked: PickedReading) -> Translation:
    """The reading a person picked; nothing else is tried in its place."""
    said = msg("notes.picked", reading=picked.text)
    leans = picked.basis.leans_on_earlier
    return Translation((Candidate(picked.sql, CHOSEN),), "chosen_reading", assumptions=(said,), leans_on_earlier=leans)
