"""What a control query counted, and whether that lets the statement run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.errors import Refused

if TYPE_CHECKING:
    from answerable.guard.verdict import Control
    from answerable.sources import Result

__all__ = ["demand_enough"]


def demand_enough(result: Result, control: Control) -> None:
    """Raises Refused where values are left out, but fewer than the smallest group has."""
    for row in zip(*(column.to_pylist() for column in result.table.columns), strict=True):
        total, *left_out = (int(cell or 0) for cell in row)
        # Where nothing at all is shown, nothing is told.
        few = [number for number in left_out if 0 < number < min(control.minimum, total)]
        if few:
            raise Refused(
                f"This query leaves out {min(few)} of {total:,} values of {control.column}. A figure over everybody "
                "except a few tells theirs.",
                hint=f"Leave out none, or at least {control.minimum}: widen the condition, or use larger groups.",
            )
