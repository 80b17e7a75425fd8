"""What the outermost query settles about the order of its rows, by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.flow.order.sort_keys import covered_places, is_total, key_places, keys_of

if TYPE_CHECKING:
    from answerable.guard.flow.restricted_flow import Following

__all__ = ["covers_open_outputs", "gives_one_row", "is_cut", "root_of", "unseen_keys"]


def root_of(tree: exp.Expr) -> exp.Expr:
    """The query that gives the rows, parentheses taken off where nothing is written behind them."""
    while isinstance(tree, exp.Subquery) and not any(tree.args.get(key) for key in ("order", "limit", "offset")):
        tree = tree.this
    return tree


def is_cut(query: exp.Expr) -> bool:
    return any(query.args.get(key) is not None for key in ("limit", "offset"))


def gives_one_row(select: exp.Select) -> bool:
    """An aggregate over all rows, or a SELECT without FROM."""
    if select.args.get("group") is not None:
        return False
    if select.args.get("from_") is None:
        return True
    calls = (call for item in select.expressions for call in item.find_all(exp.AggFunc))
    return any(not isinstance(call.parent, exp.Window) and call.parent_select is select for call in calls)


def covers_open_outputs(root: exp.Expr, following: Following) -> bool:
    """Whether rows that ORDER BY does not tell apart look the same once masked columns are masked."""
    if isinstance(root, exp.Select) and (gives_one_row(root) or is_total(keys_of(root), root, following.flow)):
        return True
    covered = covered_places(root, following.outputs, following.flow)
    return all(place in covered or output.value.marks for place, output in enumerate(following.outputs))


def unseen_keys(root: exp.Expr, following: Following) -> bool:
    """Whether ORDER BY sorts by what does not come out, and rows may be equal in it."""
    if None not in key_places(root, following.outputs, following.flow) or covers_open_outputs(root, following):
        return False
    return not (isinstance(root, exp.Select) and is_total(keys_of(root), root, following.flow))
