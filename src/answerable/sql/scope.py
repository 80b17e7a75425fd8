"""What a SELECT reads from, and whose its columns are: the one resolver outside the guard.

It is lenient: what is no table of the schema (a CTE, a subquery, a function) is left out, never guessed. Whoever must
refuse what cannot be resolved asks the guard.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.sql.column_ref import ColumnRef

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema

__all__ = ["owner", "places_of", "sources_of", "table_name", "tables_of"]


def table_name(table: exp.Table) -> str:
    """As the query writes it, namespace included, without quotes."""
    return ".".join(part.name for part in table.parts)


def sources_of(select: exp.Select) -> list[exp.Expr]:
    """Tables and subqueries of FROM and of its joins, in the order they are written."""
    start = select.args.get("from_")
    return [*([start.this] if start else []), *(join.this for join in select.args.get("joins") or ())]


def tables_of(select: exp.Select, schema: DatabaseSchema) -> dict[str, str]:
    """The tables of one SELECT, as it calls them → `Table.qualified`; what is no table of the schema is left out."""
    return {table.alias_or_name: name for table, name in _known_tables(select, schema)}


def _known_tables(select: exp.Select, schema: DatabaseSchema) -> Iterator[tuple[exp.Table, str]]:
    for source in sources_of(select):
        table = schema.table(table_name(source)) if isinstance(source, exp.Table) else None
        if isinstance(source, exp.Table) and table is not None:
            yield source, table.qualified


def places_of(tree: exp.Expr, table: str, schema: DatabaseSchema) -> list[tuple[exp.Select, exp.Table]]:
    """Every SELECT that reads the table itself, and where it says so."""
    return [
        (select, node)
        for select in tree.find_all(exp.Select)
        for node, name in _known_tables(select, schema)
        if name == table
    ]


def owner(column: exp.Column, schema: DatabaseSchema) -> ColumnRef | None:
    """The schema's column that a column stands for."""
    select = column.find_ancestor(exp.Select)
    # From the innermost SELECT outwards: a correlated subquery may speak of the query around it.
    while isinstance(select, exp.Select):
        for alias, name in tables_of(select, schema).items():
            table = schema.table(name)
            known = table.column(column.name) if table and column.table in ("", alias) else None
            if known and table:
                return ColumnRef(table.qualified, known.name)
        select = select.find_ancestor(exp.Select)
    return None
