"""Indexes that may decide the order of rows: an engine reads a table by an index, or by its key, whenever it likes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.guard.identifiers import ascii_lower
from answerable.guard.views.view_query import view_query

if TYPE_CHECKING:
    from answerable.guard.reading import TableRead
    from answerable.guard.statement import Statement

__all__ = ["is_open_index", "may_follow_restricted_index"]

_IN_STORED_ORDER = frozenset({"duckdb"})
"""Dialects of engines that give rows in the order they were stored, whatever the indexes."""
_MOST_TABLES = 500


def may_follow_restricted_index(statement: Statement) -> bool:
    """Whether a table that is read, itself or behind a view, has an index or a primary key over a restricted column."""
    if statement.allowed.dialect in _IN_STORED_ORDER or not statement.policy.restricts_columns:
        return False
    return any(_has_restricted_index(table, statement) for table in _base_tables(statement))


def is_open_index(name: str, table: TableRead, statement: Statement) -> bool:
    """Whether it is known that the index holds no restricted column, nor does the primary key, which is part of all."""
    known = table.known
    columns = known.indexes.get(ascii_lower(name)) if known is not None else None
    if known is None or columns is None:
        return False
    return not any(_is_restricted(table, column, statement) for column in columns | known.primary)


def _has_restricted_index(table: TableRead, statement: Statement) -> bool:
    known = table.known
    if known is None:
        return False
    indexed = frozenset[str]().union(known.primary, *known.indexes.values())
    return any(_is_restricted(table, column, statement) for column in indexed)


def _is_restricted(table: TableRead, column: str, statement: Statement) -> bool:
    permissions = statement.permissions
    return bool(permissions.modes(table, column)) or not permissions.may_read_column(table, column)


def _base_tables(statement: Statement) -> Iterator[TableRead]:
    waiting, seen = list(statement.reading.tables), set[str]()
    while waiting and len(seen) < _MOST_TABLES:
        table = waiting.pop()
        if table.known is None or not table.known.is_view:
            yield table
        elif table.known.qualified not in seen:
            seen.add(table.known.qualified)
            query = view_query(table.known, statement.catalog, statement.allowed)
            waiting += query.reading.tables if query.reading is not None else ()
