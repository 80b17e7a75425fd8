"""What a control query counted, and whether that lets the statement run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.kernel.errors import Refused
from answerable.kernel.messages import msg

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
                msg("agent.leaves_out_few", few=min(few), total=total, column=control.column),
                hint=msg("agent.leave_out_more", minimum=control.minimum),
            )
