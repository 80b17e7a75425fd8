"""How a question was read, as plain values that survive a checkpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from answerable.known import Applied

if TYPE_CHECKING:
    from answerable.clarification import PickedReading
    from answerable.language import Translation

__all__ = ["CHOSEN", "chosen", "kept", "restored"]

CHOSEN = 0.95
"""Confidence in a reading that a person picked: what was meant is known, what it was written as may still err."""
_PICKED = {"en": "Of several readings this one was picked: {text}", "ko": "여러 뜻 가운데 고른 것: {text}"}


def kept(translation: Translation) -> dict[str, Any]:
    return {
        "path": translation.path,
        "candidates": [[one.sql, one.confidence] for one in translation.candidates],
        "assumptions": list(translation.assumptions),
        "not_understood": list(translation.not_understood),
        "leans_on_earlier": translation.leans_on_earlier,
        "applied": [[one.kind, one.name, one.version] for one in translation.applied],
    }


def restored(reading: dict[str, Any]) -> Translation:
    from answerable.language.translation import Candidate, Translation

    return Translation(
        candidates=tuple(Candidate(sql, confidence) for sql, confidence in reading["candidates"]),
        path=reading["path"],
        assumptions=tuple(reading["assumptions"]),
        not_understood=tuple(reading["not_understood"]),
        leans_on_earlier=reading["leans_on_earlier"],
        applied=tuple(Applied(*one) for one in reading["applied"]),
    )


def chosen(picked: PickedReading, lang: str) -> Translation:
    """The reading a person picked; nothing else is tried in its place."""
    from answerable.language.translation import Candidate, Translation

    said = _PICKED.get(lang, _PICKED["en"]).format(text=picked.text)
    return Translation((Candidate(picked.sql, CHOSEN),), "chosen_reading", assumptions=(said,))
