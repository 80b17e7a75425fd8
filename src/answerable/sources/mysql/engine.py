"""MySQL and MariaDB through PyMySQL.

Each query has a connection of its own, read-only for all its transactions, and runs only if the server, asked to
prepare it, says that it returns columns and is of a kind it could explain: SELECT … INTO OUTFILE, SET, CALL, ANALYZE,
SHOW and their like never start.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from pymysql.constants import COMMAND

from answerable.kernel.errors import AnswerableError, QueryFailed, QueryStopped, SourceUnavailable
from answerable.kernel.messages import msg
from answerable.sources.arrow_rows import CHUNK_ROWS, gather
from answerable.sources.connect import BACKUP_SECONDS, becomes_true, sendable
from answerable.sources.engine import Estimate
from answerable.sources.mysql.rights import read_rights
from answerable.sources.mysql.schema import quote_name, quoted_table, read_schema
from answerable.sources.mysql.server import (
    DRIVER_ERRORS,
    MySQLServer,
    code_and_words,
    is_working,
    plain_mode,
    product_of,
    time_limit,
)
from answerable.sources.mysql.types import plan_for
from answerable.sources.sample_rows import none_where_unreadable, rows_to_scan
from answerable.sources.sampled_rows import Spelling, few_rows_query

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.kernel.schema import DatabaseSchema, Table
    from answerable.sources.engine import Limits, Progress
    from answerable.sources.sampled_rows import Pick
    from answerable.sources.source_rights import Rights

__all__ = ["MySQLEngine"]

_PLANNING_SECONDS = 5.0
_LOOK_SECONDS = 1.0
_KILL_SECONDS = 2.0
_CUT_RECURSION = 1931
"""MariaDB's warning, and it is only a warning, that a recursive query was ended before its end."""


class MySQLEngine:
    dialect = "mysql"

    def __init__(self, url: str, connect_seconds: float) -> None:
        self._url = url
        self._connect_seconds = connect_seconds
        self._product = "MySQL"
        self._running: int | None = None
        self._interrupted = False
        self.warnings: list[str] = []
        """What the server warned of while the last query ran."""

    def open(self) -> None:
        self._server: MySQLServer = MySQLServer(self._url)
        with self._session(_PLANNING_SECONDS):
            pass

    def read_schema(self, progress: Progress) -> DatabaseSchema:
        with self._session(seconds=60) as connection:
            return read_schema(connection, self._server.database, progress)

    def stream(self, sql: str, limits: Limits) -> pa.RecordBatchReader:
        text = sendable(sql)
        self.warnings = []
        with self._session(limits.seconds + BACKUP_SECONDS) as connection:
            _must_be_query(connection, text)
            with self._abandoning(connection.cursor()) as cursor:
                cursor.execute(text)
                plans = [plan_for(field) for field in cursor._result.fields]
                reader = gather(plans, _chunks(cursor, limits.rows + 1), lambda: self._warned(cursor))
        if self._interrupted:
            raise self._stopped("cancelled")
        return reader

    def sample(self, table: str, column: str, count: int) -> list[object]:
        return none_where_unreadable(lambda: self._values(table, column, count))

    def _values(self, table: str, column: str, count: int) -> list[object]:
        name = quote_name(column)
        with self._session(_PLANNING_SECONDS) as connection, connection.cursor() as cursor:
            where = f"FROM {quoted_table(cursor, table)} WHERE {name} IS NOT NULL"
            cursor.execute(f"SELECT {name} {where} LIMIT {rows_to_scan(count)}")
            return list(islice(dict.fromkeys(row[0] for row in cursor.fetchall()), count))

    def rows(self, table: Table, pick: Pick) -> list[Sequence[object]]:
        with self._session(_LOOK_SECONDS) as connection, connection.cursor() as cursor:
            spelling = Spelling("LEFT(CAST({name} AS CHAR), {length})", quote_name, connection.escape, "{name} + 0")
            cursor.execute(few_rows_query(table, pick, spelling))
            return list(cursor.fetchall())

    def estimate(self, sql: str) -> Estimate | None:
        text = sendable(sql)
        with self._session(_PLANNING_SECONDS) as connection, connection.cursor() as cursor:
            _must_be_query(connection, text)
            cursor.execute(f"EXPLAIN FORMAT=JSON {text}")
            plan = json.loads(str(cursor.fetchall()[0][0])).get("query_block", {})
        cost = plan.get("cost") or plan.get("cost_info", {}).get("query_cost")
        return Estimate(_planned_rows(plan), None if cost is None else float(cost))

    def rights(self) -> Rights | None:
        with self._session(_PLANNING_SECONDS) as connection, connection.cursor() as cursor:
            return read_rights(cursor, self._server.database)

    def interrupt(self) -> None:
        self._interrupted = True
        self._kill()

    def progress(self) -> float | None:
        return None

    def close(self) -> None:
        """Nothing is kept between queries."""

    def _kill(self) -> None:
        """Through a connection of its own: the one that runs the query hears nothing until it is done."""
        number = self._running
        if number is not None:
            with suppress(AnswerableError, *DRIVER_ERRORS):
                connection = self._server.connect(min(self._connect_seconds, _KILL_SECONDS))
                with connection, connection.cursor() as cursor:
                    cursor.execute(f"KILL QUERY {number:d}")

    @property
    def session(self) -> int | None:
        return self._running

    def end_session(self, number: int, seconds: float) -> bool:
        """The whole connection is killed: whoever read from it is gone."""
        try:
            connection: Any = self._server.connect(self._connect_seconds)
            with connection, connection.cursor() as cursor:
                with suppress(*DRIVER_ERRORS):  # an error where it has ended meanwhile
                    cursor.execute(f"KILL CONNECTION {number:d}")
                return becomes_true(lambda: not is_working(cursor, number), seconds)
        except DRIVER_ERRORS as error:
            raise self._explained(error) from None

    @contextmanager
    def _session(self, seconds: float) -> Iterator[Any]:
        self._interrupted = False
        connection: Any = self._server.connect(self._connect_seconds)
        try:
            self._wall_in(connection, seconds)
            self._running = connection.thread_id()
            yield connection
        except DRIVER_ERRORS as error:
            raise self._explained(error) from None
        except UnicodeDecodeError:
            raise QueryFailed(msg("sources.text_not_utf8_sent"), hint=msg("sources.leave_column_out")) from None
        finally:
            self._running = None
            with suppress(*DRIVER_ERRORS):
                connection.close()

    def _wall_in(self, connection: Any, seconds: float) -> None:
        self._product = product_of(connection)
        settings = f"time_zone = '+00:00', lock_wait_timeout = 5, {time_limit(connection, seconds)}"
        with connection.cursor() as cursor:
            cursor.execute("SELECT @@sql_mode")
            mode = plain_mode(str(cursor.fetchall()[0][0]))
            cursor.execute("SET SESSION TRANSACTION READ ONLY")
            cursor.execute(f"SET sql_mode = '{mode}', {settings}")
            cursor.execute("START TRANSACTION READ ONLY")

    @contextmanager
    def _abandoning(self, cursor: Any) -> Iterator[Any]:
        """On leaving early the query is stopped: the driver would fetch every row that is left."""
        try:
            yield cursor
        finally:
            result = cursor._result
            if result is not None and result.unbuffered_active:
                self._kill()
                result.unbuffered_active, result.connection = False, None
            cursor.connection = None

    def _warned(self, cursor: Any) -> list[str]:
        """Asked of the server only when it counted warnings, and all rows have been read."""
        if cursor._result.unbuffered_active or not cursor._result.warning_count:
            return []
        told = cursor.connection.show_warnings()
        if any(int(code) == _CUT_RECURSION for _, code, _ in told):
            raise QueryFailed(
                msg("sources.mariadb_recursion_ended"),
                category="resource_exhausted",
                hint=msg("sources.bound_recursion"),
            )
        self.warnings = [str(text) for _, _, text in told]
        return self.warnings

    def _explained(self, error: Exception) -> AnswerableError:
        code, said = code_and_words(error)
        if self._interrupted:
            return self._stopped("cancelled")
        if code in _TIMED_OUT:
            return self._stopped("time")
        if code in _LOST:
            return SourceUnavailable(
                msg("sources.closed_connection", server=self._server.name),
                hint=msg("sources.check_server_and_ask_again"),
            )
        if code in _READ_ONLY:
            return QueryFailed(msg("sources.read_only_session", reason=said), hint=msg("sources.only_queries_run"))
        return QueryFailed(
            msg("sources.engine_says", product=self._product, reason=said), category=_CATEGORIES.get(code, "other")
        )

    def _stopped(self, reason: str) -> QueryStopped:
        said = {
            "time": msg("sources.time_limit_in", product=self._product),
            "cancelled": msg("sources.cancelled_in", product=self._product),
        }
        return QueryStopped(said[reason], reason=reason)


def _must_be_query(connection: Any, sql: str) -> None:
    """ANALYZE returns columns and yet runs what follows it, INTO OUTFILE included; but nobody can explain it."""
    if not _columns_of(connection, sql):
        raise QueryFailed(
            msg("sources.no_columns_returned"), category="sql_syntax", hint=msg("sources.only_queries_run")
        )
    _columns_of(connection, f"EXPLAIN {sql}")


def _columns_of(connection: Any, sql: str) -> int:
    """Ask the server to prepare the statement, which runs nothing, and to say how many columns it would return."""
    connection._execute_command(COMMAND.COM_STMT_PREPARE, sql)
    head = connection._read_packet().get_all_data()
    statement, columns, parameters = struct.unpack_from("<IHH", head, 1)
    for count in (parameters, columns):
        for _ in range(count + 1 if count else 0):
            connection._read_packet()
    connection._execute_command(COMMAND.COM_STMT_CLOSE, struct.pack("<I", statement))
    return int(columns)


def _chunks(cursor: Any, most: int) -> Iterator[list[tuple[Any, ...]]]:
    while most > 0 and (rows := cursor.fetchmany(min(most, CHUNK_ROWS))):
        most -= len(rows)
        yield rows


def _planned_rows(plan: Any) -> int | None:
    """MySQL tells how many rows each join step produces; MariaDB what each loop reads, which multiply as they nest."""
    produced = [int(part["rows_produced_per_join"]) for part in _parts(plan) if "rows_produced_per_join" in part]
    read = [_rows_read(part) for part in _parts(plan) if isinstance(part.get("rows"), int | float)]
    if produced:
        return max(produced)
    return math.prod(read) if read else None


def _rows_read(part: dict[str, Any]) -> int:
    return max(1, round(float(part["rows"]) * float(part.get("filtered", 100)) / 100))


def _parts(plan: Any) -> Iterator[dict[str, Any]]:
    """Every object in the plan."""
    if isinstance(plan, dict):
        yield plan
    for part in plan.values() if isinstance(plan, dict) else plan if isinstance(plan, list) else ():
        yield from _parts(part)


_TIMED_OUT = {1317, 1969, 3024}
_READ_ONLY = {1290, 1792}
_LOST = {0, 1053, 1927, 2003, 2006, 2013, 2014, 2055}
_CATEGORIES = {
    1064: "sql_syntax",
    1065: "sql_syntax",
    1295: "sql_syntax",
    1054: "missing_column",
    1146: "missing_column",
    1049: "missing_column",
    1210: "type_mismatch",
    1267: "type_mismatch",
    1292: "type_mismatch",
    1366: "type_mismatch",
    1411: "type_mismatch",
    1582: "type_mismatch",
    1021: "resource_exhausted",
    1037: "resource_exhausted",
    1038: "resource_exhausted",
    1104: "resource_exhausted",
    1114: "resource_exhausted",
    1205: "resource_exhausted",
    3636: "resource_exhausted",
}
