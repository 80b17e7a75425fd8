"""Where data lives: connect, read the schema, run within limits."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from answerable.sources.engine import Engine, Estimate, Limits, Progress, Result, Source
    from answerable.sources.source_opener import open_source
    from answerable.sources.source_rights import Right, Rights

__all__ = ["Engine", "Estimate", "Limits", "Progress", "Result", "Right", "Rights", "Source", "open_source"]

_HOMES = {
    "engine": (
        "Engine",
        "Estimate",
        "Limits",
        "Progress",
        "Result",
        "Source",
    ),
    "source_opener": ("open_source",),
    "source_rights": (
        "Right",
        "Rights",
    ),
}
"""Module → the public names it holds; it is loaded when one of them is first asked for."""


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
