"""Words of the question or the schema, as they stand in what is asked back."""

from __future__ import annotations

__all__ = ["shown_part"]

_LONGEST = 80


def shown_part(text: str) -> str:
    """On one line, cut where it is long."""
    clean = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return clean if len(clean) <= _LONGEST else clean[: _LONGEST - 1] + "…"
