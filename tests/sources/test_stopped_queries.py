"""After a query was stopped, its server is looked at: either it is gone there, or the error says that it is not."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from answerable import guard
from answerable.agent.execution.executor import Executor
from answerable.agent.proof.run_record import RunRecord
from answerable.audit import AuditTrail, entries_about
from answerable.kernel.errors import QueryStopped
from answerable.kernel.settings import Settings
from answerable.sources import Limits, open_source
from answerable.sources.worker.worker_source import WorkerSource
from tests.sources.servers import Server

GOES_ON = "The database has been told to stop this query and has not done so yet."
UNSTOPPABLE = "SELECT LENGTH(REPLACE(body, 'a', 'bc')) AS n FROM notes"
"""MariaDB looks for KILL between rows, and this is one. It takes time with the square of the text's length."""
LASTS_SECONDS = 20.0
"""Longer than it takes to kill a worker, start another and look; short enough to wait for."""


def keep_busy_with_one_row(server: Server, database: str) -> None:
    """The table `notes`, with a text as long as it takes on this machine, as busy as it is now."""
    size = 20_000
    server.execute("CREATE TABLE notes (body LONGTEXT)", database=database)
    server.execute(f"INSERT INTO notes VALUES (REPEAT('a', {size}))", database=database)
    began = time.monotonic()
    server.execute(UNSTOPPABLE, database=database)
    size = int(size * (LASTS_SECONDS / (time.monotonic() - began)) ** 0.5)
    server.execute(f"UPDATE notes SET body = REPEAT('a', {size})", database=database)


@pytest.fixture
def mariadb(mariadb_server: Server, tmp_path: Path) -> Iterator[WorkerSource]:
    with open_source([mariadb_server.url(mariadb_server.new_database())], Settings(workspace=str(tmp_path))) as source:
        assert isinstance(source, WorkerSource)
        yield source


@pytest.fixture
def postgres(postgres_server: Server, tmp_path: Path) -> Iterator[WorkerSource]:
    with open_source(
        [postgres_server.url(postgres_server.new_database())], Settings(workspace=str(tmp_path))
    ) as source:
        assert isinstance(source, WorkerSource)
        yield source


def test_mariadb_that_goes_on_is_said_to_go_on(mariadb_server: Server, tmp_path: Path) -> None:
    database = mariadb_server.new_database()
    keep_busy_with_one_row(mariadb_server, database)
    with open_source([mariadb_server.url(database)], Settings(workspace=str(tmp_path))) as source:
        executor = Executor(source, RunRecord(AuditTrail(tmp_path / "log")), "request")
        verdict = guard.check(UNSTOPPABLE, dialect=source.dialect, schema=source.schema())
        with pytest.raises(QueryStopped, match=GOES_ON) as stopped:
            executor.run(UNSTOPPABLE, verdict, Limits(seconds=0.5))
        assert stopped.value.still_runs
        assert source.run("SELECT 1 AS n", Limits()).table.to_pylist() == [{"n": 1}]
    recorded = list(entries_about(tmp_path / "log", "request"))[-1]
    assert recorded.event_type == "observation_recorded" and GOES_ON in str(recorded.event_data["message"])


def test_mariadb_that_stops_is_said_to_have_stopped(mariadb: WorkerSource) -> None:
    with pytest.raises(QueryStopped) as stopped:
        mariadb.run("SELECT BENCHMARK(10000000000, MD5('x')) AS n", Limits(seconds=1.0))
    assert not stopped.value.still_runs


def test_postgres_that_stops_is_said_to_have_stopped(postgres: WorkerSource) -> None:
    with pytest.raises(QueryStopped) as stopped:
        postgres.run("SELECT count(*) FROM generate_series(1, 10000000000) AS n", Limits(seconds=1.0))
    assert not stopped.value.still_runs
