"""SQL that somebody wrote down, taken in only when it is what it should be and speaks of what is there.

A `Misfit` says why not, in words that name nothing of the schema: what does not fit may be hidden from the asker.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import sqlglot
from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import SqlglotError

from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.schema import DatabaseSchema
from answerable.language.query_model.definitions import Expression
from answerable.sql.column_ref import ColumnRef
from answerable.sql.scope import sources_of, table_name

__all__ = [
    "Misfit",
    "condition_of",
    "expression_over",
    "query_of",
    "read_condition",
    "resolve_column",
    "sources_of",
    "table_named",
]

_LONGEST = 20_000
_NOT_READ = msg("misfit.not_read")
_UNKNOWN = msg("misfit.unknown_name")
_CHANGING = (exp.DML, exp.DDL, exp.Command, exp.Into, exp.Lock)
_OF_MANY_ROWS = (exp.Query, exp.AggFunc, exp.Window)


class Misfit(Exception):
    """Why an entry cannot be used."""

    def __init__(self, reason: CodedMessage) -> None:
        super().__init__(reason)
        self.reason = reason


def query_of(sql: str, schema: DatabaseSchema) -> exp.Query:
    """One query over known tables and columns, its comments dropped."""
    tree = _parsed(sql, schema.dialect)
    if not isinstance(tree, exp.Query) or tree.find(*_CHANGING):
        raise Misfit(msg("misfit.not_a_query"))
    _look_up(tree, schema)
    return tree


def read_condition(sql: str, dialect: str) -> exp.Expr:
    """A test of one row, whoever the columns belong to."""
    if any(token.comments for token in _tokens(sql, dialect)):
        raise Misfit(msg("misfit.comment"))
    tree = _parsed(sql, dialect, into=exp.Condition)
    if tree.find(*_OF_MANY_ROWS, *_CHANGING):
        raise Misfit(msg("misfit.many_rows"))
    return tree


def condition_of(sql: str, tables: Sequence[str], schema: DatabaseSchema) -> Expression:
    """A test of one row. Columns that do not say whose they are belong to the one of `tables` that has them."""
    tree = read_condition(sql, schema.dialect)
    sources = {name: name for table in tables if (name := table_named(table, schema))}
    sources |= {table.name: table.qualified for table in schema.tables if table.qualified in sources}
    expression = expression_over(tree, _with_others(tree, sources, schema), schema)
    if not expression.refs:
        raise Misfit(msg("misfit.no_column"))
    return expression


def _with_others(tree: exp.Expr, sources: Mapping[str, str], schema: DatabaseSchema) -> dict[str, str]:
    """Also tables that a column names itself."""
    named = dict.fromkeys(column.table for column in tree.find_all(exp.Column) if column.table)
    others = {name: result for name in named if name not in sources and (result := table_named(name, schema))}
    return {**sources, **others}


def expression_over(tree: exp.Expr, sources: Mapping[str, str], schema: DatabaseSchema) -> Expression:
    """The tree with every column under its table's full name."""
    tree = tree.copy()
    refs = []
    for column in list(tree.find_all(exp.Column)):
        ref = resolve_column(column, sources, schema)
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


def resolve_column(column: exp.Column, sources: Mapping[str, str], schema: DatabaseSchema) -> ColumnRef:
    """`sources`: what a table is called → `Table.qualified`."""
    named = {name.casefold(): table for name, table in sources.items()}
    tables = [named.get(column.table.casefold(), "")] if column.table else list(dict.fromkeys(named.values()))
    result = [
        ColumnRef(table.qualified, known.name)
        for name in tables
        if (table := schema.table(name)) and (known := table.column(column.name))
    ]
    if len(result) != 1 or column.args.get("db"):
        raise Misfit(_UNKNOWN if len(result) != 1 else _NOT_READ)
    return result[0]


def table_named(name: str, schema: DatabaseSchema) -> str | None:
    """`Table.qualified` of a table by the name somebody gave it."""
    table = schema.table(name)
    return table.qualified if table else None


def plain_tables_of(select: exp.Select, schema: DatabaseSchema) -> dict[str, str]:
    """What the query itself calls its tables → `Table.qualified`, FROM first; Misfit for anything but plain tables."""
    result: dict[str, str] = {}
    for source in sources_of(select):
        table = table_named(table_name(source), schema) if isinstance(source, exp.Table) else None
        if table is None or source.alias_or_name in result or not isinstance(source.this, exp.Identifier):
            raise Misfit(_UNKNOWN)
        result[source.alias_or_name] = table
    return result


def _parsed(sql: str, dialect: str, into: type[exp.Expr] | None = None) -> exp.Expr:
    if len(sql) > _LONGEST:
        raise Misfit(msg("misfit.too_long"))
    try:
        read = Dialect.get_or_raise(dialect)
        trees = [tree for tree in (read.parse_into(into, sql) if into else read.parse(sql)) if tree is not None]
    except (SqlglotError, RecursionError, ValueError):
        raise Misfit(_NOT_READ) from None
    if len(trees) != 1 or isinstance(trees[0], exp.Block):
        raise Misfit(msg("misfit.many_statements") if trees else _NOT_READ)
    for node in trees[0].walk():
        node.pop_comments()
    return trees[0]


def _tokens(sql: str, dialect: str) -> list[sqlglot.Token]:
    try:
        return list(sqlglot.tokenize(sql, dialect=dialect))
    except (SqlglotError, ValueError):
        raise Misfit(_NOT_READ) from None


def _look_up(tree: exp.Query, schema: DatabaseSchema) -> None:
    """Every table is known, and every column is one of theirs or a name the query itself gave."""
    own = {name.casefold() for name in _given_names(tree)}
    named = {query.alias.casefold() for query in tree.find_all(exp.CTE)}
    places = [position for position in tree.find_all(exp.Table) if position.db or position.name.casefold() not in named]
    known = {position.alias_or_name.casefold(): schema.table(table_name(position)) for position in places}
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
