"""What engines other than SQLite want of a query with groups: nothing shown that the groups do not settle.

SQLite shows any row's value of such a column; the others refuse the query. A column that the groups do settle, because
a key of its table is among them, is added to the GROUP BY; for any other there is no SQL that says the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from answerable.kernel.schema import Table
from answerable.language.linking.join_path import Join
from answerable.language.neural.phrase_matches import SelectColumns, Unwritable
from answerable.sql.column_ref import ColumnRef

__all__ = ["refuse_lone_aggregates", "settle_groups"]


def settle_groups(select: exp.Select, scope: SelectColumns, tables: Sequence[Table], joins: Sequence[Join]) -> None:
    """Completes the GROUP BY of a query whose columns all carry their table. Raises Unwritable."""
    _refuse_hidden_order(select)
    grouped = {ref for ref, node in scope.columns if node.find_ancestor(exp.Group)}
    if not grouped and not any(part.find(exp.AggFunc) for part in (*select.expressions, *_terms(select))):
        return
    bare = {ref: node for ref, node in scope.columns if not _is_inside(node, exp.AggFunc, exp.Where, exp.Group)}
    if any(isinstance(item, exp.Star) for item in select.expressions) or bare.keys() - _settled(grouped, tables, joins):
        raise Unwritable("a column is shown that its group does not settle")
    for ref, node in bare.items():
        if ref not in grouped:
            select.args["group"].append("expressions", node.copy())


def refuse_lone_aggregates(select: exp.Select) -> None:
    """Rows that are neither grouped nor summed up cannot be sorted by an aggregate, on any engine."""
    summed_up = select.args.get("group") or any(item.find(exp.AggFunc) for item in select.expressions)
    if not summed_up and any(term.find(exp.AggFunc) for term in _terms(select)):
        raise Unwritable("single rows sorted by an aggregate")


def _refuse_hidden_order(select: exp.Select) -> None:
    """Distinct rows cannot be sorted by what they do not show."""
    if select.args.get("distinct") and any(term not in select.expressions for term in _terms(select)):
        raise Unwritable("distinct rows sorted by something else")


def _terms(select: exp.Select) -> list[exp.Expr]:
    """What the rows are sorted by."""
    order = select.args.get("order")
    return [term.this for term in order.expressions] if order else []


def _settled(grouped: set[ColumnRef], tables: Sequence[Table], joins: Sequence[Join]) -> set[ColumnRef]:
    """All columns that have one value a group: joined columns are equal, and a key settles its whole row."""
    settled, before = set(grouped), -1
    while len(settled) != before:
        before = len(settled)
        for join in joins:
            for pair in _equal(join):
                settled.update(pair if settled.intersection(pair) else ())
        for table in tables:
            key = {ColumnRef(table.qualified, name) for name in table.primary_key}
            if key and key <= settled:
                settled.update(ColumnRef(table.qualified, column.name) for column in table.columns)
    return settled


def _equal(join: Join) -> list[tuple[ColumnRef, ColumnRef]]:
    return [(ColumnRef(join.left, left), ColumnRef(join.table, right)) for left, right in join.pairs]


def _is_inside(node: exp.Expr, *kinds: type[exp.Expr]) -> bool:
    return node.find_ancestor(*kinds) is not None
