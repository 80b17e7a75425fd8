"""How far an answer can be trusted, computed from evidence."""

from __future__ import annotations

from answerable.answers.answer import Trust
from answerable.known import Applied

__all__ = ["EDITED", "HIGH_CONFIDENCE", "trust_level"]

HIGH_CONFIDENCE = 0.8
EDITED = "A person edited the SQL: whether it answers the question was not checked."
_BY_PATH = {
    "verified_query": ("verified", "verified_query", "The verified query '{}' answered."),
    "metric": ("governed", "metric", "'{}' is computed as it is defined."),
}
"""The path an answer took → the level, the kind of entry it rests on, and the reason."""


def trust_level(
    confidence: float,
    caveats: tuple[str, ...],
    edited: bool,
    path: str = "embedded",
    applied: tuple[Applied, ...] = (),
) -> Trust:
    """What people verified or defined speaks for itself, caveats said. Else `checked` needs high confidence and no
    caveat; everything else is `unverified`, with its reasons."""
    if edited:
        return Trust("unverified", (EDITED, *caveats))
    level, kind, reason = _BY_PATH.get(path, ("", "", ""))
    if grounds := tuple(reason.format(one.name) for one in applied if one.kind == kind):
        return Trust(level, (*grounds, *caveats))
    sure = confidence >= HIGH_CONFIDENCE
    share = f"{confidence:.0%}"
    confidence_reason = f"Confidence is {'high' if sure else 'limited'} ({share})."
    if sure and not caveats:
        return Trust("checked", (confidence_reason, "The result passed every check."))
    return Trust("unverified", (confidence_reason, *caveats))
