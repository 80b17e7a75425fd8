"""PostgreSQL through psycopg 3.

Each query runs in a session wiped by DISCARD ALL, inside a transaction that was read-only before its first statement
and is always rolled back, and only if the server says beforehand that it is one statement which returns columns: COPY,
SET, COMMIT, DO and their like never start.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from answerable.errors import AnswerableError, BadSource, QueryFailed, QueryStopped, SourceUnavailable
from answerable.settings import mask
from answerable.sources.connecting import (
    BACKUP_SECONDS,
    import_driver,
    sendable,
    server_at,
    within,
    without_secret,
)
from answerable.sources.engine import Estimate

if TYPE_CHECKING:
    import psycopg
    import pyarrow as pa

    from answerable.schema import DatabaseSchema
    from answerable.sources.arrow_rows import ColumnPlan
    from answerable.sources.engine import Limits, Progress

__all__ = ["PostgresEngine"]

_PLANNING_SECONDS = 5.0
_CANCEL_SECONDS = 0.25
_SESSION = {
    "default_transaction_read_only": "on",
    "lock_timeout": "5s",
    "idle_in_transaction_session_timeout": "60s",
    "standard_conforming_strings": "on",
    "TimeZone": "UTC",
    "DateStyle": "ISO",
    "IntervalStyle": "iso_8601",
    "bytea_output": "hex",
    "extra_float_digits": "1",
}
_NOTICES_A_LOST_CLIENT = {"client_connection_check_interval": "500ms"}


class PostgresEngine:
    dialect = "postgres"

    def __init__(self, url: str, connect_seconds: float) -> None:
        self._url = re.sub(r"^postgres(ql)?(\+\w+)?://", "postgresql://", url)
        self._server = server_at("PostgreSQL", self._url)
        self._connect_seconds = connect_seconds
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None
        self._search_path = ""
        self._interrupted = False

    def open(self) -> None:
        import_driver("psycopg", "postgres")
        connection = self._connect()
        self._search_path = str(connection.execute("SHOW search_path").fetchall()[0][0])

    def read_schema(self, progress: Progress) -> DatabaseSchema:
        from answerable.sources.postgres.schema import read_schema

        with self._session(seconds=60) as connection:
            return read_schema(connection, progress)

    def stream(self, sql: str, limits: Limits) -> pa.RecordBatchReader:
        from answerable.sources.arrow_rows import gather

        text = sendable(sql)
        with self._session(limits.seconds + BACKUP_SECONDS) as connection:
            plans = _described(connection, text)
            reader = gather(plans, _chunks(connection, text, limits.rows + 1))
        if self._interrupted:
            raise _stopped("cancelled")
        return reader

    def sample(self, table: str, column: str, count: int) -> list[object]:
        from answerable.sources.sampling import none_where_unreadable

        return none_where_unreadable(lambda: self._values(table, column, count))

    def _values(self, table: str, column: str, count: int) -> list[object]:
        from answerable.sources.postgres.schema import quoted_table
        from answerable.sources.sampling import rows_to_scan
        from answerable.sources.spelling import quoted

        name = quoted(column)
        with self._session(_PLANNING_SECONDS) as connection:
            where = f"FROM {quoted_table(connection, table)} WHERE {name} IS NOT NULL"
            rows = connection.execute(f"SELECT {name} {where} LIMIT {rows_to_scan(count)}".encode())
            return list(islice(dict.fromkeys(row[0] for row in rows), count))

    def estimate(self, sql: str) -> Estimate | None:
        text = sendable(sql)
        with self._session(_PLANNING_SECONDS) as connection, connection.cursor() as cursor:
            _described(connection, text)
            rows = list(cursor.stream(f"EXPLAIN (FORMAT JSON) {text}".encode()))
        plan = json.loads(rows[0][0])[0].get("Plan", {})
        return Estimate(plan.get("Plan Rows"), plan.get("Total Cost"))

    def interrupt(self) -> None:
        import psycopg

        self._interrupted = True
        if (connection := self._connection) is not None:
            with suppress(psycopg.Error):
                connection.cancel_safe(timeout=_CANCEL_SECONDS)

    def progress(self) -> float | None:
        return None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _connect(self) -> psycopg.Connection[tuple[Any, ...]]:
        import psycopg

        try:
            self._connection = within(self._connect_seconds, self._server, self._dial)
        except psycopg.ProgrammingError:
            raise BadSource(
                f"'{mask(self._url)}' is not a URL that PostgreSQL understands.",
                hint="Write postgresql://USER:PASSWORD@HOST:PORT/DATABASE.",
            ) from None
        except psycopg.Error as error:
            raise self._unavailable(error) from None
        return self._connection

    def _dial(self) -> psycopg.Connection[tuple[Any, ...]]:
        import psycopg

        from answerable.sources.postgres.types import adapters

        return psycopg.connect(
            self._url,
            autocommit=True,
            prepare_threshold=None,
            context=adapters(),
            connect_timeout=max(2, math.ceil(self._connect_seconds)),
            client_encoding="utf8",
            application_name="answerable",
        )

    @contextmanager
    def _session(self, seconds: float) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
        """A clean, read-only session; whatever happened in it is rolled back."""
        import psycopg

        self._interrupted = False
        try:
            connection = self._wiped()
            self._begin(connection, seconds)
            yield connection
        except psycopg.Error as error:
            raise self._explained(error) from None
        except UnicodeDecodeError:
            raise QueryFailed(
                "The database holds text that is not valid UTF-8.", hint="Leave that column out."
            ) from None
        finally:
            self._roll_back()

    def _wiped(self) -> psycopg.Connection[tuple[Any, ...]]:
        """The connection as if it were new; a new one when the server has closed it meanwhile."""
        import psycopg

        if self._connection is not None and not self._connection.closed:
            with suppress(psycopg.Error):
                self._connection.execute("DISCARD ALL")
                return self._connection
        return self._connect()

    def _begin(self, connection: psycopg.Connection[tuple[Any, ...]], seconds: float) -> None:
        """The SELECT comes inside the transaction on purpose: after it, no statement can make it READ WRITE again."""
        recent = connection.info.server_version >= 140_000
        settings = _SESSION | (_NOTICES_A_LOST_CLIENT if recent else {})
        settings |= {"statement_timeout": str(math.ceil(seconds * 1000)), "search_path": self._search_path}
        calls = ", ".join(["set_config(%s, %s, false)"] * len(settings))
        connection.execute("BEGIN READ ONLY")
        connection.execute(f"SELECT {calls}", [part for pair in settings.items() for part in pair])

    def _roll_back(self) -> None:
        import psycopg

        if self._connection is not None and not self._connection.closed:
            try:
                self._connection.execute("ROLLBACK")
            except psycopg.Error:
                self._connection.close()

    def _explained(self, error: psycopg.Error) -> AnswerableError:
        if self._interrupted:
            return _stopped("cancelled")
        if error.sqlstate is None or error.sqlstate.startswith(("08", "57P")):
            return SourceUnavailable(
                f"{self._server} closed the connection.", hint="Check that the server is up, then ask again."
            )
        return _explained_by_state(error.sqlstate, error.diag.message_primary or str(error))

    def _unavailable(self, error: psycopg.Error) -> SourceUnavailable:
        lines = str(error).strip().splitlines() or ["no reason given"]
        line = next((line for line in reversed(lines) if "failed: " in line), lines[-1])
        said = without_secret(re.sub(r".*(failed|FATAL): ", "", line), self._url)
        return SourceUnavailable(f"{self._server} could not be opened: {said}.", hint=_advice(said))


def _described(connection: psycopg.Connection[tuple[Any, ...]], sql: str) -> list[ColumnPlan]:
    """The columns the statement will return, as the server says before anything has run."""
    import psycopg
    from psycopg.pq import ExecStatus

    from answerable.sources.postgres.types import plan_for

    prepared = connection.pgconn.prepare(b"", sql.encode())
    if prepared.status != ExecStatus.COMMAND_OK:
        raise psycopg.errors.error_from_result(prepared)
    told = connection.pgconn.describe_prepared(b"")
    if not told.nfields:
        raise QueryFailed(
            "This is not a query: it returns no columns.", category="sql_syntax", hint="Only queries run here."
        )
    return [plan_for((told.fname(i) or b"").decode(), told.ftype(i), told.fmod(i)) for i in range(told.nfields)]


def _chunks(connection: psycopg.Connection[tuple[Any, ...]], sql: str, most: int) -> Iterator[list[tuple[Any, ...]]]:
    """Rows as the server makes them. Leaving early cancels the query instead of reading the rest."""
    import psycopg

    from answerable.sources.arrow_rows import CHUNK_ROWS

    size = CHUNK_ROWS if psycopg.capabilities.has_stream_chunked() else 1
    with connection.cursor() as cursor, closing(cursor.stream(sql.encode(), size=size)) as stream:  # type: ignore[type-var]
        rows = islice(stream, most)
        while chunk := list(islice(rows, CHUNK_ROWS)):
            yield chunk


_CATEGORIES = {
    "42601": "sql_syntax",
    "42703": "missing_column",
    "42P01": "missing_column",
    "3F000": "missing_column",
    "42804": "type_mismatch",
    "42883": "type_mismatch",
    "42846": "type_mismatch",
    "42P18": "type_mismatch",
    "22P02": "type_mismatch",
    "22007": "type_mismatch",
    "22008": "type_mismatch",
    "53": "resource_exhausted",
    "54": "resource_exhausted",
    "55P03": "resource_exhausted",
}


def _explained_by_state(state: str, said: str) -> AnswerableError:
    if state == "57014":
        return _stopped("time")
    if state in ("25006", "25001"):
        return QueryFailed(f"The session is read-only: {said}.", hint="Only queries run here.")
    category = _CATEGORIES.get(state) or _CATEGORIES.get(state[:2]) or "other"
    return QueryFailed(f"PostgreSQL says: {said}.", category=category)


def _stopped(reason: str) -> QueryStopped:
    said = {"time": "reached its time limit and was stopped in PostgreSQL", "cancelled": "was cancelled in PostgreSQL"}
    return QueryStopped(f"The query {said[reason]}.", reason=reason)


def _advice(said: str) -> str:
    """What to do about a refused connection; the words are libpq's and the server's English ones."""
    if "password" in said or "authentication" in said or "role" in said:
        return "Check the user and the password in the URL."
    if "database" in said:
        return "Check the database name in the URL."
    if "resolve" in said or "translate" in said:
        return "Check the host name in the URL."
    return "Check the host and the port, and that the server is up."
