"""Any other database that SQLAlchemy has a dialect for.

As read-only as the dialect allows: where it knows a read-only transaction the session is one, and everywhere it is
rolled back. Types are what the driver's Python values are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from answerable.kernel.errors import (
    AnswerableError,
    BadSource,
    MissingExtra,
    QueryFailed,
    QueryStopped,
    SourceUnavailable,
)
from answerable.kernel.messages import msg
from answerable.kernel.settings import mask
from answerable.sources.arrow_rows import CHUNK_ROWS, gather_inferred
from answerable.sources.connect import sendable, within, without_secret
from answerable.sources.engine_failures import query_failed
from answerable.sources.sample_rows import none_where_unreadable
from answerable.sources.sqlalchemy_url.schema import few_rows, read_schema, sampled_values

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.kernel.schema import DatabaseSchema, Table
    from answerable.sources.engine import Estimate, Limits, Progress
    from answerable.sources.sampled_rows import Pick
    from answerable.sources.source_rights import Rights

__all__ = ["SQLAlchemyEngine"]

_DIALECTS = {"postgresql": "postgres", "mariadb": "mysql", "mssql": "tsql", "awsathena": "athena", "hana": ""}
"""SQLAlchemy's name of a dialect where sqlglot calls it otherwise."""
_PACKAGES = {
    "awsathena": "PyAthena[SQLAlchemy]",
    "bigquery": "sqlalchemy-bigquery",
    "clickhouse": "clickhouse-sqlalchemy",
    "databricks": "databricks-sqlalchemy",
    "exasol": "sqlalchemy-exasol",
    "redshift": "sqlalchemy-redshift",
    "snowflake": "snowflake-sqlalchemy",
    "teradatasql": "teradatasqlalchemy",
    "trino": "trino[sqlalchemy]",
}
"""Packages that bring the dialects SQLAlchemy itself does not have."""
_READ_ONLY = {
    "mariadb": "SET TRANSACTION READ ONLY",
    "mysql": "SET TRANSACTION READ ONLY",
    "oracle": "SET TRANSACTION READ ONLY",
    "postgresql": "SET TRANSACTION READ ONLY",
    "sqlite": "PRAGMA query_only = ON",
}
_STOPS = ("interrupt", "cancel")
"""How drivers call stopping a query from another thread."""


class SQLAlchemyEngine:
    dialect = ""

    def __init__(self, url: str, connect_seconds: float) -> None:
        self._url = url
        self._server = mask(url)
        self._connect_seconds = connect_seconds
        self._engine: sa.Engine | None = None
        self._driver: Any = None
        self._interrupted = False

    def open(self) -> None:
        self._engine = self._made()
        self.dialect = _DIALECTS.get(self._engine.dialect.name, self._engine.dialect.name)
        with self._session():
            pass

    def read_schema(self, progress: Progress) -> DatabaseSchema:
        with self._session() as connection:
            return read_schema(connection, self.dialect, progress)

    def stream(self, sql: str, limits: Limits) -> pa.RecordBatchReader:
        text = sendable(sql)
        with self._session() as connection:
            streaming = connection.execution_options(stream_results=True, max_row_buffer=CHUNK_ROWS, no_parameters=True)
            result = streaming.exec_driver_sql(text)
            if not result.returns_rows:
                raise QueryFailed(
                    msg("sources.no_columns_returned"), category="sql_syntax", hint=msg("sources.only_queries_run")
                )
            reader = gather_inferred(list(result.keys()), _chunks(result, limits.rows + 1))
        if self._interrupted:
            raise _cancelled()
        return reader

    def sample(self, table: str, column: str, count: int) -> list[object]:
        return none_where_unreadable(lambda: self._values(table, column, count))

    def _values(self, table: str, column: str, count: int) -> list[object]:
        with self._session() as connection:
            return sampled_values(connection, table, column, count)

    def rows(self, table: Table, pick: Pick) -> list[Sequence[object]]:
        with self._session() as connection:
            return few_rows(connection, table, pick)

    def estimate(self, sql: str) -> Estimate | None:
        """No two dialects explain alike."""
        sendable(sql)
        return None

    def rights(self) -> Rights | None:
        """Every server grants in its own words."""
        return None

    def interrupt(self) -> None:
        self._interrupted = True
        stop = next((stop for name in _STOPS if (stop := getattr(self._driver, name, None))), None)
        if stop is not None:
            with suppress(self._driver_error):
                stop()

    def progress(self) -> float | None:
        return None

    def close(self) -> None:
        if self._engine is not None:
            self._engine.dispose()

    @property
    def _driver_error(self) -> type[Exception]:
        module = self._engine.dialect.dbapi if self._engine is not None else None
        return module.Error if module is not None else OSError

    def _made(self) -> sa.Engine:
        try:
            return sa.create_engine(self._url, poolclass=sa.NullPool)
        except sa.exc.NoSuchModuleError:
            raise self._unknown_dialect() from None
        except ModuleNotFoundError as error:
            raise MissingExtra(
                msg("sources.driver_missing", module=error.name),
                hint=msg("sources.run_pip_install", package=error.name),
            ) from None
        except (sa.exc.ArgumentError, ValueError, TypeError):
            raise BadSource(
                msg("sources.url_unreadable", url=self._server),
                hint=msg("sources.write_dialect_url"),
            ) from None

    def _unknown_dialect(self) -> AnswerableError:
        dialect = self._url.partition(":")[0].partition("+")[0]
        if dialect in _PACKAGES:
            return MissingExtra(
                msg("sources.driver_for_dialect_missing", dialect=dialect),
                hint=msg("sources.run_pip_install_quoted", package=_PACKAGES[dialect]),
            )
        return BadSource(msg("sources.unknown_dialect", dialect=dialect), hint=msg("sources.check_url_scheme"))

    @contextmanager
    def _session(self) -> Iterator[sa.Connection]:
        """A new connection, walled in as far as its dialect knows how, rolled back at the end."""
        self._interrupted = False
        connection = self._connected()
        try:
            self._driver = connection.connection.driver_connection
            if wall := _READ_ONLY.get(connection.dialect.name):
                connection.exec_driver_sql(wall)
            yield connection
        except sa.exc.DBAPIError as error:
            raise self._explained(error) from None
        finally:
            self._driver = None
            with suppress(sa.exc.SQLAlchemyError):
                connection.rollback()
            connection.close()

    def _connected(self) -> sa.Connection:
        if self._engine is None:
            self.open()
        assert self._engine is not None
        try:
            return within(self._connect_seconds, self._server, self._engine.connect)
        except sa.exc.SQLAlchemyError as error:
            said = without_secret(str(getattr(error, "orig", None) or error), self._url)
            raise SourceUnavailable(
                msg("sources.quoted_server_not_opened", server=self._server, reason=said), hint=msg("sources.check_url")
            ) from None

    def _explained(self, error: sa.exc.DBAPIError) -> AnswerableError:
        if self._interrupted:
            return _cancelled()
        if error.connection_invalidated:
            return SourceUnavailable(
                msg("sources.quoted_server_closed_connection", server=self._server), hint=msg("sources.check_server")
            )
        return query_failed(msg("sources.database_says", reason=without_secret(str(error.orig), self._url)))


def _chunks(result: sa.CursorResult[Any], most: int) -> Iterator[list[Any]]:
    while most > 0 and (rows := result.fetchmany(min(most, CHUNK_ROWS))):
        most -= len(rows)
        yield list(rows)


def _cancelled() -> QueryStopped:
    return QueryStopped(msg("sources.cancelled_in_database"), reason="cancelled")
