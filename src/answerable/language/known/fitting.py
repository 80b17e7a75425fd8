"""SQL that somebody wrote down, taken in only when it is what it should be and speaks of what is there.

A `Misfit` says why not, in words that name nothing of the schema: what does not fit may be hidden from the asker.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import sqlglot
from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import SqlglotError

from answerable.language.definitions import Expression
from answerable.language.query import ColumnRef
from answerable.schema import DatabaseSchema

__all__ = ["Misfit", "condition_of", "expression_over", "query_of", "resolved", "sources_of", "table_named"]

_LONGEST = 20_000
_NOT_READ = "its SQL cannot be read"
_UNKNOWN = "it names a table or a column that is not there"
_CHANGING = (exp.DML, exp.DDL, exp.Command, exp.Into, exp.Lock)
_OF_MANY_ROWS = (exp.Query, exp.AggFunc, exp.Window)


class Misfit(Exception):
    """Why an entry cannot be used."""


def query_of(sql: str, schema: DatabaseSchema) -> exp.Query:
    """One query over known tables and columns, its comments dropped."""
    tree = _parsed(sql, schema.dialect)
    if not isinstance(tree, exp.Query) or tree.find(*_CHANGING):
        raise Misfit("it is not a query that only reads")
    _look_up(tree, schema)
    return tree


def condition_of(sql: str, tables: Sequence[str], schema: DatabaseSchema) -> Expression:
    """A test of one row. Columns that do not say whose they are belong to the one of `tables` that has them."""
    if any(token.comments for token in _tokens(sql, schema.dialect)):
        raise Misfit("its condition holds a comment")
    tree = _parsed(sql, schema.dialect, into=exp.Condition)
    if tree.find(*_OF_MANY_ROWS, *_CHANGING):
        raise Misfit("its condition looks at more than one row")
    sources = {name: name for table in tables if (name := table_named(table, schema))}
    sources |= {table.name: table.qualified for table in schema.tables if table.qualified in sources}
    expression = expression_over(tree, _with_others(tree, sources, schema), schema)
    if not expression.refs:
        raise Misfit("its condition names no column")
    return expression


def _with_others(tree: exp.Expr, sources: Mapping[str, str], schema: DatabaseSchema) -> dict[str, str]:
    """Also tables that a column names itself."""
    named = dict.fromkeys(column.table for column in tree.find_all(exp.Column) if column.table)
    others = {name: found for name in named if name not in sources and (found := table_named(name, schema))}
    return {**sources, **others}


def expression_over(tree: exp.Expr, sources: Mapping[str, str], schema: DatabaseSchema) -> Expression:
    """The tree with every column under its table's full name."""
    tree = tree.copy()
    refs = []
    for column in list(tree.find_all(exp.Column)):
        ref = resolved(column, sources, schema)
        refs.append(ref)
        column.set("this", exp.to_identifier(ref.name, quoted=True))
        column.set("table", exp.to_identifier(ref.table, quoted=True))
    text = _bare(tree).sql(dialect=schema.dialect, comments=False)
    return Expression(text, tuple(dict.fromkeys(refs)), tree)


def _bare(tree: exp.Expr) -> exp.Expr:
    """As people read it: names without quotation marks."""

    def plain(node: exp.Expr) -> exp.Expr:
        return exp.to_identifier(node.name, quoted=False) if isinstance(node, exp.Identifier) else node

    return tree.transform(plain)


def resolved(column: exp.Column, sources: Mapping[str, str], schema: DatabaseSchema) -> ColumnRef:
    """`sources`: what a table is called → `Table.qualified`."""
    named = {name.casefold(): table for name, table in sources.items()}
    tables = [named.get(column.table.casefold(), "")] if column.table else list(dict.fromkeys(named.values()))
    found = [
        ColumnRef(table.qualified, known.name)
        for name in tables
        if (table := schema.table(name)) and (known := table.column(column.name))
    ]
    if len(found) != 1 or column.args.get("db"):
        raise Misfit(_UNKNOWN if len(found) != 1 else _NOT_READ)
    return found[0]


def table_named(name: str, schema: DatabaseSchema) -> str | None:
    """`Table.qualified` of a table by the name somebody gave it."""
    table = schema.table(name)
    return table.qualified if table else None


def sources_of(select: exp.Select, schema: DatabaseSchema) -> dict[str, str]:
    """What the query itself calls its tables → `Table.qualified`, FROM first; Misfit for anything but plain tables."""
    start = select.args.get("from_")
    places = [start.this, *(join.this for join in select.args.get("joins") or ())] if start else []
    found: dict[str, str] = {}
    for place in places:
        table = table_named(_full_name(place), schema) if isinstance(place, exp.Table) else None
        if table is None or place.alias_or_name in found or not isinstance(place.this, exp.Identifier):
            raise Misfit(_UNKNOWN)
        found[place.alias_or_name] = table
    return found


def _parsed(sql: str, dialect: str, into: type[exp.Expr] | None = None) -> exp.Expr:
    if len(sql) > _LONGEST:
        raise Misfit("it is too long")
    try:
        read = Dialect.get_or_raise(dialect)
        trees = [tree for tree in (read.parse_into(into, sql) if into else read.parse(sql)) if tree is not None]
    except (SqlglotError, RecursionError, ValueError):
        raise Misfit(_NOT_READ) from None
    if len(trees) != 1 or isinstance(trees[0], exp.Block):
        raise Misfit("it holds more than one statement" if trees else _NOT_READ)
    for node in trees[0].walk():
        node.pop_comments()
    return trees[0]


def _tokens(sql: str, dialect: str) -> list[sqlglot.Token]:
    try:
        return list(sqlglot.tokenize(sql, dialect=dialect))
    except (SqlglotError, ValueError):
        raise Misfit(_NOT_READ) from None


def _full_name(table: exp.Table) -> str:
    return ".".join(part for part in (table.catalog, table.db, table.name) if part)


def _look_up(tree: exp.Query, schema: DatabaseSchema) -> None:
    """Every table is known, and every column is one of theirs or a name the query itself gave."""
    own = {name.casefold() for name in _given_names(tree)}
    named = {query.alias.casefold() for query in tree.find_all(exp.CTE)}
    places = [place for place in tree.find_all(exp.Table) if place.db or place.name.casefold() not in named]
    known = {place.alias_or_name.casefold(): schema.table(_full_name(place)) for place in places}
    if not all(known.values()):
        raise Misfit(_UNKNOWN)
    names = own | {column.name.casefold() for table in known.values() if table for column in table.columns}
    for column in tree.find_all(exp.Column):
        table = known.get(column.table.casefold())
        there = table.column(column.name) is not None if table else column.name.casefold() in names
        if not there and not isinstance(column.this, exp.Star):
            raise Misfit(_UNKNOWN)


def _given_names(tree: exp.Query) -> Iterator[str]:
    """What the query itself calls its columns."""
    for node in tree.find_all(exp.Alias, exp.TableAlias):
        if isinstance(node, exp.TableAlias):
            yield from (column.name for column in node.args.get("columns") or ())
        else:
            yield node.alias
