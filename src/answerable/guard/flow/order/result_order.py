"""In what order the rows of a statement leave the executor, where its tables have restricted columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.flow.order.dependences import orders_by_masked, reads_masked
from answerable.guard.flow.order.outermost_query import covers_open_outputs, gives_one_row, root_of
from answerable.guard.flow.order.sort_keys import is_total, key_places, keys_of
from answerable.guard.flow.restricted_flow import follow_all
from answerable.guard.verdict import RowOrder

if TYPE_CHECKING:
    from answerable.guard.statement import Statement

__all__ = ["result_order"]


def result_order(statement: Statement) -> RowOrder | None:
    """None where the rows stay as the engine gives them."""
    if not statement.reads_restricted_tables:
        return None
    following, root = statement.following, root_of(statement.tree)
    by_hidden = statement.may_come_in_hidden_order or (following is not None and orders_by_masked(following))
    if not keys_of(root):
        return RowOrder((), by_hidden, is_certain=isinstance(root, exp.Select) and gives_one_row(root))
    following = following or follow_all(statement)
    if following.lost:
        return None
    if isinstance(root, exp.Select) and is_total(keys_of(root), root, following.flow):
        return RowOrder(None, is_certain=True)
    places = key_places(root, following.outputs, following.flow)
    if None in places:
        by_hidden = statement.may_come_in_hidden_order or reads_masked(following)
        return RowOrder(None, by_hidden, covers_open_outputs(root, following))
    keys = tuple(place for place in places if place is not None)
    return RowOrder(keys, by_hidden, covers_open_outputs(root, following))
