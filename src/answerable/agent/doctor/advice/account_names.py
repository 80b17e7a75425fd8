"""Lists of names in a sentence."""

from __future__ import annotations

__all__ = ["listed"]

_MOST = 5


def listed(names: tuple[str, ...]) -> str:
    """`a, b and 3 more`."""
    shown = ", ".join(names[:_MOST])
    return shown if len(names) <= _MOST else f"{shown} and {len(names) - _MOST} more"
