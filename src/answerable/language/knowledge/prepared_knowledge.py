"""Whether a query holds what somebody defined: an edited one may have lost a part of it, another never had it."""

from __future__ import annotations

from sqlglot import exp

from answerable.kernel.schema import DatabaseSchema
from answerable.language.query_model.definitions import Definition, Expression
from answerable.sql.facts import conjuncts
from answerable.sql.scope import owner, tables_of

__all__ = ["holds", "tests"]


def holds(tree: exp.Expr, definition: Definition, schema: DatabaseSchema) -> bool:
    """One SELECT shows its figure over its own tables, and demands everything it demands."""
    spelled = _spelled_out(tree, schema)
    return any(_is_held(select, definition, schema) for select in spelled.find_all(exp.Select))


def tests(tree: exp.Expr, condition: Expression, schema: DatabaseSchema) -> bool:
    """The condition stands somewhere in the query."""
    wanted = _written(condition.tree_itself)
    return any(_written(node) == wanted for node in _spelled_out(tree, schema).walk())


def _is_held(select: exp.Select, definition: Definition, schema: DatabaseSchema) -> bool:
    shown = {_written(node) for output in select.expressions for node in output.walk()}
    where = select.args.get("where")
    demanded = {_written(part) for part in conjuncts(where.this)} if where else set[str]()
    return (
        _written(definition.figure.tree_itself) in shown
        and set(definition.tables) <= set(tables_of(select, schema).values())
        and all(_written(test.tree_itself) in demanded for test in definition.tests)
    )


def _spelled_out(tree: exp.Expr, schema: DatabaseSchema) -> exp.Expr:
    """Every column under its table's full name, as definitions keep theirs."""
    tree = tree.copy()
    owners = [(column, ref) for column in tree.find_all(exp.Column) if (ref := owner(column, schema))]
    for column, ref in owners:
        column.set("this", exp.to_identifier(ref.name, quoted=True))
        column.set("table", exp.to_identifier(ref.table, quoted=True))
    return tree


def _written(node: exp.Expr) -> str:
    return node.unnest().sql(comments=False)
