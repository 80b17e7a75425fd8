"""The schema of a SQLite file, from its own catalogue."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any

import apsw

from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Index, Kind, Table
from answerable.sources.column_kinds import kind_of
from answerable.sources.engine import Progress
from answerable.sources.sqlite.file_generation import generation_expressions
from answerable.sources.sqlite.plan import row_estimate
from answerable.sources.statistics import Budget, with_statistics

__all__ = ["read_schema"]

_TABLES = """
SELECT name, type = 'view', CASE type WHEN 'view' THEN sql END FROM sqlite_master
WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite$_%' ESCAPE '$' ORDER BY name
"""
_SHADOWS = "SELECT name FROM pragma_table_list WHERE type = 'shadow'"


def read_schema(connection: apsw.Connection, progress: Progress) -> DatabaseSchema:
    hidden = {name for (name,) in connection.execute(_SHADOWS)}
    listed = [(name, bool(view), sql) for name, view, sql in connection.execute(_TABLES) if name not in hidden]
    budget = Budget()
    tables = []
    for number, (name, is_view, definition) in enumerate(listed):
        progress("Reading tables and columns", number / len(listed))
        table = _table(connection, name, is_view, budget)
        if table:
            tables.append(replace(table, definition=definition))
    return DatabaseSchema("sqlite", tuple(tables))


def _table(connection: apsw.Connection, name: str, is_view: bool, budget: Budget) -> Table | None:
    """None for what cannot be read at all: a view on a table that is gone, a module that is not there."""
    try:
        info: list[Any] = connection.execute(
            'SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?) WHERE hidden <> 1', (name,)
        ).fetchall()
    except apsw.Error:
        return None
    if not info:
        return None
    generated = _generated(connection, name) if any(row[5] for row in info) else {}
    columns = [_column(*row[:5]) for row in info]
    expressions = [generated.get(row[0].casefold(), "") if row[5] else None for row in info]
    table = Table(
        name=name,
        columns=tuple(map(_with_expression, columns, expressions)),
        is_view=is_view,
        primary_key=tuple(row[0] for row in sorted(info, key=lambda row: row[4]) if row[4]),
        foreign_keys=_foreign_keys(connection, name),
        indexes=_indexes(connection, name, tuple(row[0] for row in info)),
        row_estimate=None if is_view or budget.is_spent else row_estimate(connection, name),
    )
    return with_statistics(table, lambda sql: _readable(connection, sql), budget)


def _readable(connection: apsw.Connection, sql: str) -> list[Any]:
    """Nothing where some text is not UTF-8, at which the driver gives up."""
    try:
        return connection.execute(sql).fetchall()
    except UnicodeDecodeError:
        return []


def _column(name: str, data_type: str, not_null: int, default: str | None, key: int) -> Column:
    return Column(name, data_type, declared_kind(data_type), nullable=not not_null and not key, default=default)


def _generated(connection: apsw.Connection, table: str) -> dict[str, str]:
    rows = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)).fetchall()
    return generation_expressions(str(rows[0][0])) if rows else {}


def _with_expression(column: Column, expression: str | None) -> Column:
    return replace(column, generated_from=expression)


def declared_kind(data_type: str) -> Kind:
    """As `kind_of`; a column without a type, or of one nobody knows, may hold anything."""
    return kind_of(data_type)


def _indexes(connection: apsw.Connection, table: str, every: tuple[str, ...]) -> tuple[Index, ...]:
    rows = connection.execute(
        "SELECT l.name, x.cid, x.name FROM pragma_index_list(?) l, pragma_index_xinfo(l.name) x WHERE x.cid <> -1",
        (table,),
    )
    found: dict[str, list[str]] = defaultdict(list)
    for name, number, column in rows:
        found[name] += [column] if number >= 0 else every  # -2 stands for an expression
    return tuple(Index(name, tuple(dict.fromkeys(columns))) for name, columns in found.items())


def _foreign_keys(connection: apsw.Connection, table: str) -> tuple[ForeignKey, ...]:
    rows = connection.execute(
        'SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?) ORDER BY id, seq', (table,)
    )
    grouped: dict[int, list[tuple[str, str, str | None]]] = defaultdict(list)
    for number, *key in rows:
        grouped[number].append((key[0], key[1], key[2]))
    return tuple(_foreign_key(connection, parts) for parts in grouped.values())


def _foreign_key(connection: apsw.Connection, parts: list[tuple[str, str, str | None]]) -> ForeignKey:
    """A key declared without target columns points to the primary key."""
    target = parts[0][0]
    columns = tuple(part[1] for part in parts)
    named = tuple(part[2] for part in parts if part[2])
    if not named:
        rows = connection.execute("SELECT name FROM pragma_table_info(?) WHERE pk ORDER BY pk", (target,))
        named = tuple(name for (name,) in rows)
    return ForeignKey(columns, target, named)
