"""SQLite files, opened so that nothing can be changed, attached or loaded."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from answerable.errors import BadSource, QueryFailed
from answerable.sources.engine import Estimate, Limits, Progress, Widened
from answerable.sources.failures import query_failed
from answerable.sources.spelling import quoted
from answerable.sources.sqlite.booleans import register_booleans
from answerable.sources.sqlite.plan import scanned_rows
from answerable.sources.sqlite.schema import read_schema

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.schema import DatabaseSchema
    from answerable.sources.rights import Rights

__all__ = ["SQLiteEngine"]

_LONGEST_VALUE = 100_000_000
_MAPPED_BYTES = 256 << 20
_ALLOWED = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE})
_DENIED_FUNCTIONS = frozenset({"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer", "sqlite_dbpage"})


class _BrokenText(Exception):
    """A text that is not UTF-8, at which the driver gives up unless told how to read it."""


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "replace")


class SQLiteEngine:
    """Each query gets a connection of its own: what a query does to its session ends with it."""

    dialect = "sqlite"

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self._running: sqlite3.Connection | None = None
        register_booleans()

    def open(self) -> None:
        try:
            with closing(self._connect()) as connection:
                connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.DatabaseError as error:
            raise BadSource(
                f"{self._path.name} cannot be read as a SQLite database: {error}.", hint="Check the path and the file."
            ) from None

    def read_schema(self, progress: Progress) -> DatabaseSchema:
        with self._session() as connection:
            return read_schema(connection, progress)

    def stream(self, sql: str, limits: Limits) -> pa.RecordBatchReader:
        try:
            return self._reader(sql, limits.rows + 1, str)
        except Widened as anew:
            return anew.reader

    def _reader(self, sql: str, most: int, text_factory: Any) -> pa.RecordBatchReader:
        import pyarrow as pa

        batches = self._batches(sql, most, text_factory)
        return pa.RecordBatchReader.from_batches(next(batches), batches)

    def _batches(self, sql: str, most: int, text_factory: Any) -> Iterator[Any]:
        """The schema and then the batches; the connection lives as long as they are read."""
        from answerable.sources.sqlite.declared import has_booleans
        from answerable.sources.sqlite.values import read_rows

        declared = self._declared(sql)
        # Asking the driver for declared types makes every fetch half as slow again: only where it must.
        detect = sqlite3.PARSE_DECLTYPES if has_booleans(declared) else 0
        try:
            with self._session(detect) as connection:
                connection.text_factory = text_factory
                connection.set_authorizer(_authorizer(set()))
                cursor = connection.execute(sql)
                if cursor.description is None:
                    raise QueryFailed("The statement gives no result.", category="sql_syntax")
                reader = read_rows(cursor, most, declared)
                yield reader.schema
                yield from reader
        except _BrokenText:
            raise Widened(self._reader(sql, most, _decoded)) from None

    def _declared(self, sql: str) -> dict[str, set[str]]:
        """What the tables declare of the columns the query reads; compiles it on a session of its own, runs nothing."""
        from answerable.sources.sqlite.declared import declared_types

        read: set[tuple[str, str]] = set()
        with self._session() as connection:
            connection.set_authorizer(_authorizer(read))
            connection.execute(f"EXPLAIN {sql}")
            connection.set_authorizer(None)
            return declared_types(connection, read)

    def sample(self, table: str, column: str, count: int) -> list[object]:
        name = quoted(column)
        sql = f"SELECT DISTINCT {name} FROM {quoted(table)} WHERE {name} IS NOT NULL LIMIT ?"
        with self._session() as connection:
            return [row[0] for row in connection.execute(sql, (count,))]

    def estimate(self, sql: str) -> Estimate | None:
        read: set[tuple[str, str]] = set()
        with self._session() as connection:
            connection.set_authorizer(_authorizer(read))
            plan = connection.execute(f"EXPLAIN QUERY PLAN {sql}").fetchall()
            connection.set_authorizer(None)
            return Estimate(rows=None, cost=scanned_rows(connection, plan, {table for table, _ in read}))

    def rights(self) -> Rights | None:
        from answerable.sources.sqlite.rights import read_rights

        with self._session() as connection:
            return read_rights(self._path, connection)

    def interrupt(self) -> None:
        if connection := self._running:
            connection.interrupt()

    def progress(self) -> float | None:
        return None

    def close(self) -> None:
        """Nothing stays open between queries."""

    def _connect(self, detect_types: int = 0) -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{self._path.resolve().as_uri()}?mode=ro",
            uri=True,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=0,
            detect_types=detect_types,
        )
        for pragma in ("query_only = ON", "trusted_schema = OFF", f"mmap_size = {_MAPPED_BYTES}"):
            connection.execute(f"PRAGMA {pragma}")
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
        return connection

    @contextmanager
    def _session(self, detect_types: int = 0) -> Iterator[sqlite3.Connection]:
        with closing(self._connect(detect_types)) as connection:
            self._running = connection
            try:
                yield connection
            except (sqlite3.Error, sqlite3.Warning) as error:
                raise _BrokenText if "decode to UTF-8" in str(error) else query_failed(str(error)) from None
            finally:
                self._running = None


def _authorizer(read: set[tuple[str, str]]) -> Any:
    """Says yes to reading and nothing else; `read` collects the columns a query reads, as (table, column)."""

    def authorize(action: int, first: str | None, second: str | None, _database: str | None, _by: str | None) -> int:
        if action == sqlite3.SQLITE_READ:
            read.add((first or "", second or ""))
        if action in _ALLOWED:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_FUNCTION and (second or "").casefold() not in _DENIED_FUNCTIONS:
            return sqlite3.SQLITE_OK
        return sqlite3.SQLITE_DENY

    return authorize
