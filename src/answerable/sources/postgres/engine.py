"""PostgreSQL through psycopg 3.

Each query runs inside a transaction that was read-only before its first statement and is always rolled back, and only
if the server says beforehand that it is one statement which returns columns: COPY, SET, COMMIT, DO and their like never
start. Afterwards the session is wiped by DISCARD ALL. A superuser steps down to a role that may only read, because
what writes files or disturbs the server from within a SELECT knows neither transactions nor READ ONLY.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

import psycopg
import pyarrow as pa

from answerable.kernel.errors import AnswerableError, BadSource, QueryFailed, SourceUnavailable
from answerable.kernel.messages import msg
from answerable.kernel.settings import mask
from answerable.sources.connect import (
    BACKUP_SECONDS,
    becomes_true,
    sendable,
    server_at,
    within,
    without_secret,
)
from answerable.sources.engine import Estimate, Widened
from answerable.sources.postgres.binary import NeedsText
from answerable.sources.postgres.read_rows import describe_columns, read, read_as_text
from answerable.sources.postgres.rights import read_rights
from answerable.sources.postgres.schema import quoted_table, read_schema
from answerable.sources.postgres.server_failures import advice_on, explain_failure, stopped_query
from answerable.sources.postgres.types import adapters
from answerable.sources.sample_rows import none_where_unreadable, rows_to_scan
from answerable.sources.sampled_rows import Spelling, few_rows_query
from answerable.sources.value_spelling import quote_name

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema, Table
    from answerable.sources.engine import Limits, Progress
    from answerable.sources.sampled_rows import Pick
    from answerable.sources.source_rights import Rights

__all__ = ["PostgresEngine"]

_PLANNING_SECONDS = 5.0
_LOOK_SECONDS = 1.0
_CANCEL_SECONDS = 2.0
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
_STEPPED_DOWN = {"role": "pg_read_all_data", "row_security": "off"}
"""A superuser sees every row; where a reader would not, the query fails instead of leaving rows out."""
_OWN_WORKING = """
    SELECT pid FROM pg_stat_activity
    WHERE pid = %s AND usename = session_user AND application_name = 'answerable' AND state <> 'idle'"""
_END_OWN = f"SELECT pg_terminate_backend(pid) FROM ({_OWN_WORKING}) AS own"
_RECENT = 140_000
"""The server version from which on these exist."""


class PostgresEngine:
    dialect = "postgres"

    def __init__(self, url: str, connect_seconds: float) -> None:
        self._url = re.sub(r"^postgres(ql)?(\+\w+)?://", "postgresql://", url)
        self._server = server_at("PostgreSQL", self._url)
        self._connect_seconds = connect_seconds
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None
        self._settings: dict[str, str] = {}
        self._interrupted = False

    def open(self) -> None:
        self._settings = _settings_for(self._connect())

    def read_schema(self, progress: Progress) -> DatabaseSchema:
        with self._session(seconds=60) as connection:
            return read_schema(connection, progress)

    def stream(self, sql: str, limits: Limits) -> pa.RecordBatchReader:
        batches = self._batches(sendable(sql), limits)
        return pa.RecordBatchReader.from_batches(next(batches), batches)

    def _batches(self, sql: str, limits: Limits) -> Iterator[Any]:
        """The schema and then the batches; the session lives as long as they are read."""
        with self._session(limits.seconds + BACKUP_SECONDS) as connection:
            reader = read(connection, sql, limits.rows + 1)
            yield reader.schema
            try:
                yield from reader
            except NeedsText:
                raise Widened(read_as_text(connection, sql, limits.rows + 1)) from None
        if self._interrupted:
            raise stopped_query("cancelled")

    def sample(self, table: str, column: str, count: int) -> list[object]:
        return none_where_unreadable(lambda: self._values(table, column, count))

    def _values(self, table: str, column: str, count: int) -> list[object]:
        name = quote_name(column)
        with self._session(_PLANNING_SECONDS) as connection:
            where = f"FROM {quoted_table(connection, table)} WHERE {name} IS NOT NULL"
            rows = connection.execute(f"SELECT {name} {where} LIMIT {rows_to_scan(count)}".encode())
            return list(islice(dict.fromkeys(row[0] for row in rows), count))

    def rows(self, table: Table, pick: Pick) -> list[Sequence[object]]:
        spelling = Spelling("left(CAST({name} AS text), {length})", truth="CAST({name} AS int)")
        query = few_rows_query(table, pick, spelling)
        with self._session(_LOOK_SECONDS) as connection:
            connection.execute("SET LOCAL synchronize_seqscans = off")
            return [] if _is_foreign(connection, table) else list(connection.execute(query.encode()))

    def estimate(self, sql: str) -> Estimate | None:
        text = sendable(sql)
        with self._session(_PLANNING_SECONDS) as connection, connection.cursor() as cursor:
            describe_columns(connection, text)
            rows = list(cursor.stream(f"EXPLAIN (FORMAT JSON) {text}".encode()))
        plan = json.loads(rows[0][0])[0].get("Plan", {})
        return Estimate(plan.get("Plan Rows"), plan.get("Total Cost"))

    def rights(self) -> Rights | None:
        with self._session(_PLANNING_SECONDS) as connection:
            return read_rights(connection)

    def interrupt(self) -> None:
        self._interrupted = True
        if (connection := self._connection) is not None:
            with suppress(psycopg.Error):
                connection.cancel_safe(timeout=_CANCEL_SECONDS)

    @property
    def session(self) -> int | None:
        connection = self._connection
        return None if connection is None or connection.closed else connection.info.backend_pid

    def end_session(self, number: int, seconds: float) -> bool:
        """As who signed in, whoever the query ran as: one may end one's own."""
        try:
            with within(self._connect_seconds, self._server, self._dial) as connection:
                connection.execute(_END_OWN, [number])
                return becomes_true(lambda: connection.execute(_OWN_WORKING, [number]).fetchone() is None, seconds)
        except psycopg.Error as error:
            raise self._unavailable(error) from None

    def progress(self) -> float | None:
        return None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _connect(self) -> psycopg.Connection[tuple[Any, ...]]:
        try:
            self._connection = within(self._connect_seconds, self._server, self._dial)
        except psycopg.ProgrammingError:
            raise BadSource(
                msg("sources.url_not_postgres", url=mask(self._url)),
                hint=msg("sources.write_postgres_url"),
            ) from None
        except psycopg.Error as error:
            raise self._unavailable(error) from None
        return self._connection

    def _dial(self) -> psycopg.Connection[tuple[Any, ...]]:
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
        self._interrupted = False
        try:
            connection = self._begun()
            self._wall_in(connection, seconds)
            yield connection
        except psycopg.Error as error:
            raise self._explained(error) from None
        except UnicodeDecodeError:
            raise QueryFailed(msg("sources.text_not_utf8_held"), hint=msg("sources.leave_column_out")) from None
        finally:
            self._wipe()

    def _begun(self) -> psycopg.Connection[tuple[Any, ...]]:
        """The connection in a read-only transaction; a new one when the server has closed it meanwhile."""
        if self._connection is not None and not self._connection.closed:
            with suppress(psycopg.Error):
                self._connection.execute("BEGIN READ ONLY")
                return self._connection
        connection = self._connect()
        connection.execute("BEGIN READ ONLY")
        return connection

    def _wall_in(self, connection: psycopg.Connection[tuple[Any, ...]], seconds: float) -> None:
        """The SELECT comes inside the transaction on purpose: after it, no statement can make it READ WRITE again."""
        settings = self._settings | {"statement_timeout": str(math.ceil(seconds * 1000))}
        calls = ", ".join(["set_config(%s, %s, false)"] * len(settings))
        connection.execute(f"SELECT {calls}", [part for pair in settings.items() for part in pair])

    def _wipe(self) -> None:
        """The session as if it were new, its locks released; closed where that cannot be had."""
        if self._connection is not None and not self._connection.closed:
            try:
                self._connection.execute("ROLLBACK")
                self._connection.execute("DISCARD ALL")
            except psycopg.Error:
                self._connection.close()

    def _explained(self, error: psycopg.Error) -> AnswerableError:
        if self._interrupted:
            return stopped_query("cancelled")
        if error.sqlstate is None or error.sqlstate.startswith(("08", "57P")):
            return SourceUnavailable(
                msg("sources.closed_connection", server=self._server), hint=msg("sources.check_server_and_ask_again")
            )
        return explain_failure(error.sqlstate, error.diag.message_primary or str(error), self._has_stepped_down)

    @property
    def _has_stepped_down(self) -> bool:
        return "role" in self._settings

    def _unavailable(self, error: psycopg.Error) -> SourceUnavailable:
        lines = str(error).strip().splitlines() or ["no reason given"]
        line = next((line for line in reversed(lines) if "failed: " in line), lines[-1])
        said = without_secret(re.sub(r".*(failed|FATAL): ", "", line), self._url)
        return SourceUnavailable(
            msg("sources.server_not_opened", server=self._server, reason=said), hint=advice_on(said)
        )


def _is_foreign(connection: psycopg.Connection[tuple[Any, ...]], table: Table) -> bool:
    """What lives on another server is of unknown cost, and let be."""
    name = quote_name(*(part for part in (table.namespace, table.name) if part))
    found = connection.execute("SELECT relkind = 'f' FROM pg_class WHERE oid = to_regclass(%s)", [name]).fetchone()
    return found is None or bool(found[0])


def _settings_for(connection: psycopg.Connection[tuple[Any, ...]]) -> dict[str, str]:
    """What a session is set to before a query, beside its time limit. `$user` is who connected, whoever it becomes."""
    asked = """
        SELECT replace(current_setting('search_path'), '"$user"', quote_ident(current_user)), rolsuper
        FROM pg_roles WHERE rolname = current_user"""
    [(search_path, is_superuser)] = connection.execute(asked).fetchall()
    is_recent = connection.info.server_version >= _RECENT
    settings = _SESSION | {"search_path": str(search_path)} | (_NOTICES_A_LOST_CLIENT if is_recent else {})
    return settings | (_STEPPED_DOWN if is_superuser and is_recent else {})
