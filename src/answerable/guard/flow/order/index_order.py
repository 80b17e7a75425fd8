"""Indexes that may decide the order of rows: an engine reads a table by an index, or by its key, whenever it likes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.policy.permissions import Permissions
from answerable.guard.resolve.identifiers import ascii_lower
from answerable.guard.resolve.views.view_query import view_query

if TYPE_CHECKING:
    from answerable.guard.resolve.reads import QueryReading, TableRead
    from answerable.guard.statement import Statement

__all__ = ["is_open_index", "may_follow_restricted_index"]

_IN_STORED_ORDER = frozenset({"duckdb"})
"""Dialects of engines that give rows in the order they were stored, whatever the indexes."""
_IN_KEY_ORDER = frozenset({"sqlite", "mysql"})
"""Dialects of engines that store rows in the order of the primary key."""


def may_follow_restricted_index(statement: Statement) -> bool:
    """Whether a table that is read, itself or behind a view, may be read by an index or a key over a restricted column.

    Such an index serves a query that reads another of its columns, or needs nothing besides what it holds."""
    if statement.allow_list.dialect in _IN_STORED_ORDER or not statement.policy.restricts_columns:
        return False
    return any(
        _is_followed(table, _columns_read(table, reading), _columns_needed(table, statement), statement)
        for reading in _readings(statement)
        for table in dict.fromkeys(reading.tables)
    )


def is_open_index(name: str, table: TableRead, statement: Statement) -> bool:
    """Whether it is known that the index holds no restricted column, nor does the primary key, which is part of all."""
    known = table.known
    columns = known.indexes.get(ascii_lower(name)) if known is not None else None
    if known is None or columns is None:
        return False
    return not any(_is_restricted(table, column, statement) for column in columns | known.primary)


def _is_followed(table: TableRead, read: frozenset[str], needed: frozenset[str], statement: Statement) -> bool:
    known = table.known
    if known is None or known.is_view:
        return False
    restricted = {column for column in known.columns if _is_restricted(table, column, statement)}
    if statement.allow_list.dialect in _IN_KEY_ORDER and restricted & known.primary:
        return True
    if restricted & known.stored_by:
        return True
    indexes = [*known.indexes.values(), known.primary]
    telling = [columns for columns in indexes if columns & restricted]
    return any((columns - restricted) & read or needed <= columns | known.primary for columns in telling)


def _columns_read(table: TableRead, reading: QueryReading) -> frozenset[str]:
    named = {read.column for read in reading.columns if read.table == table}
    whole = {column for row in reading.rows if row.table == table for column in Permissions.columns_in(row)}
    return frozenset(named | whole)


def _columns_needed(table: TableRead, statement: Statement) -> frozenset[str]:
    """Columns without which no engine can give the result, however it rewrites the query: of a single SELECT, those in
    its list as they stand or inside an aggregate."""
    select, reading = statement.tree, statement.reading
    if not isinstance(select, exp.Select) or len(reading.selects) != 1 or reading.tables.count(table) != 1:
        return frozenset()
    if any(row.table == table for row in reading.rows):
        return _columns_read(table, reading)
    columns = [column for item in select.expressions for column in _plain_columns(item.unalias())]
    own = [column for column in columns if (at := reading.origin.get(id(column))) is not None and at.table == table]
    return frozenset(map(reading.column_key, own))


def _plain_columns(item: exp.Expr) -> Iterator[exp.Column]:
    if isinstance(item, exp.Column):
        yield item
    elif isinstance(item, exp.AggFunc | exp.Window | exp.Order | exp.Ordered | exp.Distinct):
        for part in item.iter_expressions():
            yield from _plain_columns(part)


def _is_restricted(table: TableRead, column: str, statement: Statement) -> bool:
    permissions = statement.permissions
    return bool(permissions.modes(table, column)) or not permissions.may_read_column(table, column)


def _readings(statement: Statement) -> Iterator[QueryReading]:
    """Of the statement, and of every view behind it."""
    waiting, seen = [statement.reading], set[str]()
    while waiting:
        reading = waiting.pop()
        yield reading
        for table in reading.tables:
            if table.known is not None and table.known.is_view and table.known.qualified_name not in seen:
                seen.add(table.known.qualified_name)
                query = view_query(table.known, statement.catalog, statement.allow_list)
                waiting += [query.reading] if query.reading is not None else []
