"""Whether a query still computes a metric as it is defined: an edited one may have lost a part of it."""

from __future__ import annotations

from sqlglot import exp

from answerable.language.definitions import Definition
from answerable.language.naming import Names

__all__ = ["holds"]


def holds(tree: exp.Expr, definition: Definition, names: Names) -> bool:
    """One SELECT shows its figure over its own tables, and demands everything it demands."""
    return any(_is_held(select, definition, names) for select in tree.find_all(exp.Select))


def _is_held(select: exp.Select, definition: Definition, names: Names) -> bool:
    figure = _bare(definition.figure.tree(names))
    shown = {_bare(node) for output in select.expressions for node in output.walk()}
    where = select.args.get("where")
    demanded = {_bare(part) for part in _conjuncts(where.this)} if where else set[str]()
    start = select.args.get("from_")
    read = {start.this.name, *(join.this.name for join in select.args.get("joins") or ())} if start else set()
    tables = {names.table(table).name for table in definition.tables}
    return figure in shown and tables <= read and all(_bare(t.tree(names)) in demanded for t in definition.tests)


def _conjuncts(test: exp.Expr) -> list[exp.Expr]:
    test = test.unnest()
    return list(test.flatten()) if isinstance(test, exp.And) else [test]


def _bare(node: exp.Expr) -> str:
    """Written without saying whose a column is, for a query of one table does not."""
    shown = node.unnest().copy()
    for column in shown.find_all(exp.Column):
        column.set("table", None)
    return shown.sql(normalize=True, comments=False)
