"""What may be done with a column that is not free to read."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Mode"]


class Mode(StrEnum):
    BLOCKED = "blocked"
    """Not touched at all."""
    MASKED = "masked"
    """Counted, grouped by, joined to another masked column; shown as `•••`."""
    AGGREGATE_ONLY = "aggregate_only"
    """Inside COUNT, SUM, AVG and the like, over groups of a minimum size."""
