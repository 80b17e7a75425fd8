"""Which tables a query looks at, where, and whose its columns are; lenient, for SQL that a translator wrote."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from answerable.language.query import ColumnRef
from answerable.schema import DatabaseSchema

__all__ = ["conjuncts", "owner", "places_of", "refs_in", "tables_in", "tables_of"]


def tables_of(select: exp.Select, schema: DatabaseSchema) -> dict[str, str]:
    """The tables of one SELECT, as it calls them → `Table.qualified`; what is no table of the schema is left out."""
    return {place.alias_or_name: name for place, name in _places(select, schema)}


def _places(select: exp.Select, schema: DatabaseSchema) -> Iterator[tuple[exp.Table, str]]:
    start = select.args.get("from_")
    for place in [*([start.this] if start else []), *(join.this for join in select.args.get("joins") or ())]:
        name = ".".join(part.name for part in place.parts) if isinstance(place, exp.Table) else ""
        table = schema.table(name)
        if table is not None:
            yield place, table.qualified


def places_of(tree: exp.Expr, table: str, schema: DatabaseSchema) -> list[tuple[exp.Select, exp.Table]]:
    """Every SELECT that reads the table itself, and where it says so."""
    return [
        (select, place)
        for select in tree.find_all(exp.Select)
        for place, name in _places(select, schema)
        if name == table
    ]


def tables_in(tree: exp.Expr, schema: DatabaseSchema) -> tuple[str, ...]:
    found = [name for select in tree.find_all(exp.Select) for _, name in _places(select, schema)]
    return tuple(dict.fromkeys(found))


def owner(column: exp.Column, schema: DatabaseSchema) -> ColumnRef | None:
    """The schema's column that a column stands for, looked for from the innermost SELECT outwards."""
    select = column.find_ancestor(exp.Select)
    while isinstance(select, exp.Select):
        for alias, name in tables_of(select, schema).items():
            table = schema.table(name)
            known = table.column(column.name) if table and column.table in ("", alias) else None
            if known and table:
                return ColumnRef(table.qualified, known.name)
        select = select.find_ancestor(exp.Select)
    return None


def refs_in(tree: exp.Expr, schema: DatabaseSchema) -> tuple[ColumnRef, ...]:
    found = (owner(column, schema) for column in tree.find_all(exp.Column))
    return tuple(dict.fromkeys(ref for ref in found if ref))


def conjuncts(test: exp.Expr) -> list[exp.Expr]:
    """The parts of a test that must all be true."""
    test = test.unnest()
    return list(test.flatten()) if isinstance(test, exp.And) else [test]
