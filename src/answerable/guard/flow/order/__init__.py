"""The order of rows: what decides it, and what of a statement depends on it.

An engine that groups, joins or tests by a column may leave the rows in the order of its values. Where that column is
masked, whatever depends on the order of rows would tell about them. So would an index over any restricted column.
"""

from __future__ import annotations

from answerable.guard.flow.order.added_keys import lacking_keys
from answerable.guard.flow.order.dependences import order_dependences, orders_by_masked, unsorted_picks
from answerable.guard.flow.order.index_order import is_open_index, may_follow_restricted_index
from answerable.guard.flow.order.outermost_query import root_of
from answerable.guard.flow.order.plan_order import may_follow_hidden_rows
from answerable.guard.flow.order.result_order import result_order

__all__ = [
    "is_open_index",
    "lacking_keys",
    "may_follow_hidden_rows",
    "may_follow_restricted_index",
    "order_dependences",
    "orders_by_masked",
    "result_order",
    "root_of",
    "unsorted_picks",
]
