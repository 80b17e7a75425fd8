"""How far an answer can be trusted, computed from evidence."""

from __future__ import annotations

from answerable.answers.answer import Trust

__all__ = ["HIGH_CONFIDENCE", "trust_level"]

HIGH_CONFIDENCE = 0.8


def trust_level(confidence: float, caveats: tuple[str, ...], edited: bool) -> Trust:
    """`checked` needs high confidence and no caveat; everything else is `unverified`, with its reasons."""
    if edited:
        return Trust("unverified", ("The SQL was edited by hand.",))
    sure = confidence >= HIGH_CONFIDENCE
    share = f"{confidence:.0%}"
    confidence_reason = f"Confidence is {'high' if sure else 'limited'} ({share})."
    if sure and not caveats:
        return Trust("checked", (confidence_reason, "The result passed every check."))
    return Trust("unverified", (confidence_reason, *caveats))
