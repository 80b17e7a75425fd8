"""One query's rows from PostgreSQL into Arrow: described by the server first, then streamed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from typing import Any

import psycopg
import pyarrow as pa
from psycopg.pq import ExecStatus

from answerable.kernel.errors import QueryFailed
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.sources.arrow_rows import CHUNK_ROWS, gather, stream
from answerable.sources.postgres.binary import binary_plan
from answerable.sources.postgres.types import plan_for

__all__ = ["describe_columns", "read", "read_as_text"]

_Connection = psycopg.Connection[tuple[Any, ...]]


@dataclass(frozen=True)
class Described:
    """A column the statement will return, as the server says before anything has run."""

    name: str
    oid: int
    modifier: int


def read(connection: _Connection, sql: str, most: int) -> pa.RecordBatchReader:
    """The first `most` rows as they come; in binary where every column's type allows it."""
    columns = describe_columns(connection, sql)
    plans = [plan for column in columns if (plan := binary_plan(column.name, column.oid))]
    if len(plans) == len(columns):
        return stream(plans, _chunks(connection, sql, most, is_binary=True))
    return stream(_text_plans(columns), _chunks(connection, sql, most))


def read_as_text(connection: _Connection, sql: str, most: int) -> pa.RecordBatchReader:
    return gather(_text_plans(describe_columns(connection, sql)), _chunks(connection, sql, most))


def describe_columns(connection: _Connection, sql: str) -> list[Described]:
    prepared = connection.pgconn.prepare(b"", sql.encode())
    if prepared.status != ExecStatus.COMMAND_OK:
        raise psycopg.errors.error_from_result(prepared)
    told = connection.pgconn.describe_prepared(b"")
    if not told.nfields:
        raise QueryFailed(
            msg("sources.no_columns_returned"), category="sql_syntax", hint=msg("sources.only_queries_run")
        )
    return [Described((told.fname(i) or b"").decode(), told.ftype(i), told.fmod(i)) for i in range(told.nfields)]


def _text_plans(columns: list[Described]) -> list[Any]:
    return [plan_for(column.name, column.oid, column.modifier) for column in columns]


def _chunks(
    connection: _Connection, sql: str, most: int, *, is_binary: bool = False
) -> Iterator[list[tuple[Any, ...]]]:
    """Rows as the server makes them. Leaving early cancels the query instead of reading the rest."""
    size = CHUNK_ROWS if psycopg.capabilities.has_stream_chunked() else 1
    asked = connection.cursor().stream(sql.encode(), binary=is_binary, size=size)
    with closing(asked) as rows:  # type: ignore[type-var]
        wanted = islice(rows, most)
        while chunk := list(islice(wanted, CHUNK_ROWS)):
            yield chunk
