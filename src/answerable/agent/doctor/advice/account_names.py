"""Lists of names in a sentence."""

from __future__ import annotations

__all__ = ["join_names"]

_MOST = 5


def join_names(names: tuple[str, ...]) -> str:
    """`a, b and 3 more`."""
    shown = ", ".join(names[:_MOST])
    return shown if len(names) <= _MOST else f"{shown} and {len(names) - _MOST} more"
