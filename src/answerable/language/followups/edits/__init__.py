"""The edits a follow-up may ask for, in the order they are made: first what rows, then what of them, then how shown."""

from __future__ import annotations

from collections.abc import Callable

from answerable.kernel.messages import CodedMessage
from answerable.language.followups.draft import Draft
from answerable.language.followups.edits.edit_columns import show_columns
from answerable.language.followups.edits.edit_comparisons import compare_numbers
from answerable.language.followups.edits.edit_counts import count_rows
from answerable.language.followups.edits.edit_filters import filter_values
from answerable.language.followups.edits.edit_groups import group_rows
from answerable.language.followups.edits.edit_limits import limit_rows
from answerable.language.followups.edits.edit_measures import change_measure
from answerable.language.followups.edits.edit_order import order_rows
from answerable.language.followups.edits.edit_periods import change_period
from answerable.language.followups.edits.edit_presence import require_presence
from answerable.language.followups.edits.edit_shares import show_shares
from answerable.language.followups.edits.lift_limits import lift_restrictions
from answerable.language.followups.fragment import Fragment

__all__ = ["EDITS", "Edit"]

Edit = Callable[[Draft, Fragment], tuple[CodedMessage, ...]]
"""Changes the draft and says what it did, each thing in one phrase; () when the fragment does not ask for it."""

EDITS: tuple[Edit, ...] = (
    lift_restrictions,
    change_measure,
    count_rows,
    filter_values,
    require_presence,
    compare_numbers,
    change_period,
    group_rows,
    show_columns,
    order_rows,
    limit_rows,
    show_shares,
)
