"""Gathers the facts of a query from its tree."""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.explain.aggregate_words import is_aggregate
from answerable.explain.column_words import group_keys
from answerable.explain.order_words import order_keys
from answerable.explain.query_facts import QueryFacts, ShownColumn
from answerable.explain.time_words import grain
from answerable.sql.scope import table_name

if TYPE_CHECKING:
    from answerable.explain.explainer import Explainer

__all__ = ["query_facts"]


def query_facts(teller: Explainer, tree: exp.Expr) -> QueryFacts:
    """`teller` has told the tree already: its notes hold the filters."""
    select = _first_select(tree)
    tables = _tables(tree)
    if select is None:
        return QueryFacts(tables, tuple(teller.filters), (), (), (), None)
    with teller.within(select):
        keys, columns = group_keys(teller, select), select.expressions
        order = tree.args.get("order")
        return QueryFacts(
            tables=tables,
            filters=tuple(dict.fromkeys(teller.filters)),
            groups=tuple(_shown(teller, select, column) for column in columns if column.unalias() in keys),
            measures=tuple(_shown(teller, select, column) for column in columns if is_aggregate(column)),
            order=tuple(order_keys(teller, order, select.expressions)) if order else (),
            limit=_limit(tree),
        )


def _shown(teller: Explainer, select: exp.Select, column: exp.Expr) -> ShownColumn:
    before = select.expressions[: select.expressions.index(column)]
    position = None if any(item.is_star and not is_aggregate(item) for item in before) else len(before)
    is_named = isinstance(column, exp.Alias | exp.Column)
    name = column.alias_or_name if is_named else ""
    return ShownColumn(position, name, teller.tell(column.unalias()), grain(teller, column))


def _first_select(tree: exp.Expr) -> exp.Select | None:
    while isinstance(tree, exp.SetOperation | exp.Subquery):
        tree = tree.this
    return tree if isinstance(tree, exp.Select) else None


def _tables(tree: exp.Expr) -> tuple[str, ...]:
    steps = {step.alias.casefold() for step in tree.find_all(exp.CTE)}
    tables = [table for table in tree.find_all(exp.Table, bfs=False) if table.name and not _is_step(table, steps)]
    return tuple(dict.fromkeys(table_name(table) for table in tables))


def _is_step(table: exp.Table, steps: Set[str]) -> bool:
    """A step that has a table's name and is not recursive reads the table, not itself."""
    if table_name(table).casefold() not in steps:
        return False
    step = table.find_ancestor(exp.CTE)
    if step is None or step.alias.casefold() != table.name.casefold():
        return True
    return bool(step.parent and step.parent.args.get("recursive"))


def _limit(tree: exp.Expr) -> int | None:
    limit = tree.args.get("limit")
    count = (limit.args.get("count") or limit.args.get("expression")) if limit else None
    return int(count.name) if isinstance(count, exp.Literal) and count.name.isdigit() else None
