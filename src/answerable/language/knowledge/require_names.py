"""A test that rows have to pass wherever a query reads their table."""

from __future__ import annotations

from sqlglot import exp

from answerable.kernel.schema import DatabaseSchema
from answerable.language.query.sql_names import SqlNames
from answerable.language.query_model.definitions import Expression
from answerable.sql.facts import conjuncts
from answerable.sql.scope import places_of, tables_of

__all__ = ["demand"]


def demand(tree: exp.Expr, demanded: Expression, schema: DatabaseSchema) -> bool:
    """Changes the tree; says whether anything was added."""
    places = places_of(tree, demanded.refs[0].table, schema)
    added = [_demand(select, position, demanded, schema) for select, position in places]
    return any(added)


def _demand(select: exp.Select, position: exp.Table, demanded: Expression, schema: DatabaseSchema) -> bool:
    """Adds the test to the rows of this SELECT, unless it is there already."""
    aliases = {table: alias for alias, table in tables_of(select, schema).items()}
    if not {ref.table for ref in demanded.refs} <= set(aliases):
        return False
    test = demanded.test(_Aliased(schema, aliases))
    if not any(column.table for column in select.find_all(exp.Column)):
        for column in test.find_all(exp.Column):
            column.set("table", None)
    where = select.args.get("where")
    if where is not None and test.unnest() in conjuncts(where.this):
        return False
    join = position.parent
    if isinstance(join, exp.Join) and str(join.args.get("side") or "").upper() == "LEFT":
        join.on(test, copy=False)
    else:
        select.where(test, copy=False)
    return True


class _Aliased(SqlNames):
    def __init__(self, schema: DatabaseSchema, aliases: dict[str, str]) -> None:
        super().__init__(schema)
        self._aliases = aliases

    def _alias(self, qualified: str) -> str:
        return self._aliases.get(qualified) or super()._alias(qualified)
