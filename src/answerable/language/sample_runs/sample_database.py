"""The few rows as a database in memory, in which queries may read and nothing else.

Its limits are counted, never timed, so that a query that is stopped is stopped everywhere. This is no source: it holds
what came along with the schema, and what it gives is compared, not shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from itertools import islice
from typing import Any

import apsw

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Kind, Table

__all__ = ["SampleDatabase", "SampleRows"]

_MOST_ROWS = 1_000
_STEPS, _MOST_TURNS = 1_000, 150
"""A query may take so many steps of SQLite's machine, and so many times that."""
_LONGEST_VALUE, _LONGEST_SQL = 100_000, 20_000

_AFFINITIES = {Kind.INTEGER: "INTEGER", Kind.FLOAT: "REAL", Kind.TEXT: "TEXT", Kind.OTHER: "BLOB"}
"""Of others NUMERIC: what looks like a number becomes one, dates stay the texts they are."""
_OWN = ("sqlite_", "pragma_")
_ACTIONS = frozenset((apsw.SQLITE_SELECT, apsw.SQLITE_RECURSIVE))


@dataclass(frozen=True, slots=True)
class SampleRows:
    rows: Sequence[Sequence[Any]]
    """The first thousand."""
    columns: int


class SampleDatabase:
    def __init__(self) -> None:
        self._connection = connection = apsw.Connection(":memory:")
        connection.config(apsw.SQLITE_DBCONFIG_DQS_DML, 0)
        connection.limit(apsw.SQLITE_LIMIT_ATTACHED, 0)
        connection.limit(apsw.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
        connection.limit(apsw.SQLITE_LIMIT_SQL_LENGTH, _LONGEST_SQL)
        self._known: dict[str, frozenset[str]] = {}
        self._turns = 0

    def add(self, name: str, table: Table) -> None:
        """Once. Columns whose cells are not known are there, but cannot be read."""
        key = name.casefold()
        if key in self._known:
            return
        self._known[key] = frozenset(column.name.casefold() for column in table.columns if column.cells)
        if not self._known[key]:
            return
        try:
            self._fill(name, table)
        except apsw.Error:  # two columns of one name, or more than SQLite can have
            self._known[key] = frozenset()

    def _fill(self, name: str, table: Table) -> None:
        declared = ", ".join(f"{_quoted(c.name)} {_AFFINITIES.get(c.kind, 'NUMERIC')}" for c in table.columns)
        count = max(len(column.cells) for column in table.columns)
        cells = [column.cells or (None,) * count for column in table.columns]
        marks = ", ".join("?" * len(cells))
        with self._connection:
            self._connection.execute(f"CREATE TABLE {_quoted(name)} ({declared})")
            self._connection.executemany(f"INSERT INTO {_quoted(name)} VALUES ({marks})", zip(*cells, strict=True))
            # EXISTS looks through the other table for each row: without an index it takes more steps than it may.
            for at, columns in enumerate(_keys(table)):
                listed = ", ".join(map(_quoted, columns))
                self._connection.execute(f"CREATE INDEX {_quoted(f'{name} {at}')} ON {_quoted(name)} ({listed})")

    def run(self, sql: str) -> SampleRows | None:
        """None where it cannot be run, or not within the limits."""
        connection, self._turns = self._connection, 0
        connection.authorizer = self._authorize
        connection.set_progress_handler(self._is_over, _STEPS)
        try:
            return _found(connection.cursor(), sql)
        except (apsw.Error, UnicodeError):
            return None
        finally:
            connection.authorizer = None
            connection.set_progress_handler(None)

    def _is_over(self) -> bool:
        self._turns += 1
        return self._turns > _MOST_TURNS

    def _authorize(self, action: int, first: str | None, second: str | None, *_: str | None) -> int:
        if action == apsw.SQLITE_READ:
            is_allowed = self._may_read(first or "", second or "")
        elif action == apsw.SQLITE_FUNCTION:
            is_allowed = (second or "").casefold() in _functions()
        else:
            is_allowed = action in _ACTIONS
        return apsw.SQLITE_OK if is_allowed else apsw.SQLITE_DENY

    def _may_read(self, table: str, column: str) -> bool:
        """What nobody added is a part of the query with a name of its own; without a column, rows are counted."""
        name = table.casefold()
        if name not in self._known:
            return not name.startswith(_OWN)
        return not column or column.casefold() in self._known[name]


def _keys(table: Table) -> list[tuple[str, ...]]:
    """What joins go by."""
    own = (table.primary_key, *(key.columns for key in table.foreign_keys))
    return [columns for columns in dict.fromkeys(own) if columns and all(map(table.column, columns))]


@cache
def _functions() -> frozenset[str]:
    text = resources.files("answerable.language.sample_runs").joinpath("functions.txt").read_text("utf-8")
    return frozenset(line for line in text.splitlines() if not line.startswith("#"))


def _found(cursor: apsw.Cursor, sql: str) -> SampleRows | None:
    widths: list[int] = []

    def begun(started: apsw.Cursor, _sql: str, _bindings: object) -> bool:
        widths.append(len(started.get_description()))
        return len(widths) == 1

    cursor.exec_trace = begun
    rows = list(islice(cursor.execute(sql), _MOST_ROWS))
    cursor.close(True)
    return SampleRows(rows, widths[0]) if widths and widths[0] else None


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
