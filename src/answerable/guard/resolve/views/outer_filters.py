"""Required filters that a query holds itself, on a view that only hands on the rows of the filtered table."""

from __future__ import annotations

from sqlglot import exp

from answerable.guard.parse.bounded_parser import DoesNotParse
from answerable.guard.parse.canonical_conditions import predicate
from answerable.guard.resolve.catalog import Catalog, KnownTable
from answerable.guard.resolve.views.view_query import ViewQuery

__all__ = ["condition_on_view"]

_PLAIN_CLAUSES = frozenset({"expressions", "from_", "where"})


def condition_on_view(required: str, view: KnownTable, query: ViewQuery, catalog: Catalog) -> str | None:
    """The filter in the names of the view's columns; None where the view does more than choose columns and rows of one
    table, or leaves out a column that the filter needs."""
    names = _copied_columns(view, query.tree, catalog)
    try:
        condition = predicate(required, catalog.dialect).copy()
    except DoesNotParse:
        return None
    if condition.find(exp.Query) is not None:
        return None
    for column in list(condition.find_all(exp.Column)):
        name = names.get(_key(column, catalog))
        if name is None:
            return None
        column.replace(exp.Column(this=exp.to_identifier(name, quoted=True)))
    return condition.sql(dialect=catalog.dialect)


def _copied_columns(view: KnownTable, tree: exp.Expr | None, catalog: Catalog) -> dict[str, str]:
    """Column of the table → column of the view that is a copy of it."""
    if not isinstance(tree, exp.Select) or not _is_plain(tree):
        return {}
    names = [view.facts[key].name if key in view.facts else key for key in view.columns]
    if len(names) != len(tree.expressions):
        return {}
    items = zip(tree.expressions, names, strict=True)
    copies = [(item.unalias(), name) for item, name in items]
    return {_key(column, catalog): name for column, name in copies if isinstance(column, exp.Column)}


def _is_plain(tree: exp.Select) -> bool:
    if {key for key, value in tree.args.items() if value} - _PLAIN_CLAUSES:
        return False
    source = tree.args["from_"].this if tree.args.get("from_") is not None else None
    if not isinstance(source, exp.Table) or source.args.get("joins") or source.args.get("laterals"):
        return False
    others = (node for node in tree.find_all(exp.Query, exp.AggFunc, exp.Window, exp.Star) if node is not tree)
    return next(others, None) is None


def _key(column: exp.Column, catalog: Catalog) -> str:
    name = column.this
    return catalog.key(name.name, bool(name.args.get("quoted"))) if isinstance(name, exp.Identifier) else ""
