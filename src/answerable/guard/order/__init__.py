"""The order of rows: what decides it, and what of a statement depends on it.

An engine that groups, joins or tests by a column may leave the rows in the order of its values. Where that column is
masked, whatever depends on the order of rows would tell about them.
"""

from __future__ import annotations

from answerable.guard.order.dependences import order_dependences, unsorted_picks
from answerable.guard.order.result_order import result_order

__all__ = ["order_dependences", "result_order", "unsorted_picks"]
