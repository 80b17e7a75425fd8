"""The two databases of an engine, opened through the product, and read raw beside it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import psycopg
import pymysql
import pytest

from answerable.agent.context.schema_views import View
from answerable.agent.execution.executor import Executor
from answerable.agent.proof.run_record import RunRecord
from answerable.audit import AuditTrail
from answerable.kernel.errors import AnswerableError, Refused
from answerable.kernel.knowledge import Known
from answerable.kernel.settings import Settings
from answerable.sources import Limits, open_source
from answerable.sources.worker.worker_source import WorkerSource
from tests.guard.policy_holes import Case, World, policy, setup
from tests.sources.servers import HOST, PASSWORD, Server

__all__ = ["Attacked", "Seen", "attacked", "make_database"]

LIMITS = Limits(rows=10_000, seconds=20.0, memory_mb=1_024)


@dataclass(frozen=True)
class Seen:
    """What somebody sees who has a statement run."""

    refusal: str = ""
    error: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Any, ...], ...] = ()

    @property
    def has_rows(self) -> bool:
        return any(cell is not None for row in self.rows for cell in row)


@dataclass(frozen=True)
class Attacked:
    """One of the two databases."""

    source: WorkerSource
    trail: RunRecord
    raw: Callable[[str], tuple[tuple[Any, ...], ...]]
    views: dict[str, View]

    def seen(self, case: Case) -> Seen:
        """Judged and run as the product does it."""
        verdict = self._view(case).judge(case.sql)
        if not verdict.allowed:
            return Seen(refusal="; ".join(finding.code for finding in verdict.errors) or "no reason")
        try:
            result = Executor(self.source, self.trail, "request").run(case.sql, verdict, LIMITS)
        except Refused as refusal:
            return Seen(refusal=refusal.message)
        except AnswerableError as error:
            return Seen(error=f"{error.code}: {error.message} {error.hint}")
        columns = [column.to_pylist() for column in result.table.columns]
        return Seen(columns=tuple(result.table.column_names), rows=tuple(zip(*columns, strict=True)))

    def _view(self, case: Case) -> View:
        if case.policy not in self.views:
            self.views[case.policy] = View(self.source.schema(), policy(case.engine, case.policy), Known())
        return self.views[case.policy]


@contextmanager
def attacked(engine: str, world: World, request: pytest.FixtureRequest, folder: Path) -> Iterator[Attacked]:
    folder.mkdir()
    spec, raw = make_database(engine, world, request, folder)
    with ExitStack() as stack:
        source = stack.enter_context(open_source(spec, Settings(), folder=folder))
        stack.callback(raw.close)
        yield Attacked(source, RunRecord(AuditTrail(folder / "log")), cache(raw.read), {})


@dataclass(frozen=True)
class Raw:
    """The engine itself, without the product."""

    connection: Any

    def read(self, sql: str) -> tuple[tuple[Any, ...], ...]:
        """An error is a row too: it may depend on a value."""
        with closing(self.connection.cursor()) as cursor:
            try:
                cursor.execute(sql)
                return tuple(tuple(map(repr, row)) for row in cursor.fetchall())
            except (sqlite3.Error, duckdb.Error, psycopg.Error, pymysql.Error) as error:
                return (("error", str(error)),)

    def close(self) -> None:
        self.connection.close()


def make_database(engine: str, world: World, request: pytest.FixtureRequest, folder: Path) -> tuple[str, Raw]:
    """A new database of this engine with this world in it."""
    return {"sqlite": _sqlite, "duckdb": _duckdb, "postgres": _postgres, "mariadb": _mariadb}[engine](
        world, request, folder
    )


def _sqlite(world: World, _: pytest.FixtureRequest, folder: Path) -> tuple[str, Raw]:
    path = folder / "shop.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in setup("sqlite", world):
            connection.execute(statement)
    return str(path), Raw(sqlite3.connect(f"file:{path}?mode=ro", uri=True))


def _duckdb(world: World, _: pytest.FixtureRequest, folder: Path) -> tuple[str, Raw]:
    path, beside = folder / "shop.duckdb", duckdb.connect()
    with duckdb.connect(str(path)) as connection:
        for statement in setup("duckdb", world):
            connection.execute(statement)
            beside.execute(statement)
    return str(path), Raw(beside)


def _postgres(world: World, request: pytest.FixtureRequest, _: Path) -> tuple[str, Raw]:
    server: Server = request.getfixturevalue("postgres_server")
    database = server.new_database()
    server.execute(*setup("postgres", world), database=database)
    where = {"host": HOST, "port": server.port, "user": server.user, "password": PASSWORD, "dbname": database}
    return server.url(database), Raw(psycopg.connect(**where, autocommit=True))  # type: ignore[arg-type]


def _mariadb(world: World, request: pytest.FixtureRequest, _: Path) -> tuple[str, Raw]:
    server: Server = request.getfixturevalue("mariadb_server")
    database = server.new_database()
    server.execute(*setup("mariadb", world), database=database)
    where = {"host": HOST, "port": server.port, "user": server.user, "password": PASSWORD, "database": database}
    return server.url(database), Raw(pymysql.connect(**where))  # type: ignore[call-overload]
