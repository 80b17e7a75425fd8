"""What becomes of a translation: it is answered with, asked about, or the question is declined."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from answerable.language.translation import Translation

__all__ = ["Decision", "decide"]

Decision = Literal["answer", "ask_back", "decline"]


def decide(translation: Translation, threshold: float) -> Decision:
    """`threshold` is the least confidence that is answered with."""
    if translation.decline is not None:
        return "decline"
    best = translation.best
    if best is None or translation.clarification is not None or best.confidence < threshold:
        return "ask_back"
    return "answer"
