"""What a query is about, for provenance and charts."""

from __future__ import annotations

from answerable.kernel.light_dataclass import dataclass

__all__ = ["QueryFacts", "ShownColumn"]


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """One column of the result."""

    position: int | None
    """From 0; None when a `*` before it makes that unknown."""
    name: str
    """As the query names it; empty when the engine makes up a name."""
    words: str
    time_grain: str | None = None
    """`year`, `month`, `day`, … when it cuts time so."""


@dataclass(frozen=True, slots=True)
class QueryFacts:
    tables: tuple[str, ...]
    """Tables read, steps of WITH not counted, in the order they are named."""
    filters: tuple[str, ...]
    """Every filter in words: of rows, of groups, and inside sub-queries."""
    groups: tuple[ShownColumn, ...]
    """Result columns that each group is known by."""
    measures: tuple[ShownColumn, ...]
    """Result columns that are aggregated."""
    order: tuple[str, ...]
    """Keys of the result's order, in words."""
    limit: int | None
