"""After a query was stopped, its server is looked at: either it is gone there, or the error says that it is not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from answerable.errors import QueryStopped
from answerable.settings import Settings
from answerable.sources import Limits, open_source
from answerable.sources.worker.source import WorkerSource
from tests.sources.servers import Server

UNSTOPPABLE = "SELECT LENGTH(REPLACE(REPEAT('a', 700000), 'a', 'bc')) AS n"
"""MariaDB looks for KILL between rows, and this is one."""


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


def test_mariadb_that_goes_on_is_said_to_go_on(mariadb: WorkerSource) -> None:
    with pytest.raises(QueryStopped, match="told to stop this query and has not done so yet") as stopped:
        mariadb.run(UNSTOPPABLE, Limits(seconds=1.0))
    assert stopped.value.still_runs
    assert mariadb.run("SELECT 1 AS n", Limits()).table.to_pylist() == [{"n": 1}]


def test_mariadb_that_stops_is_said_to_have_stopped(mariadb: WorkerSource) -> None:
    with pytest.raises(QueryStopped) as stopped:
        mariadb.run("SELECT BENCHMARK(10000000000, MD5('x')) AS n", Limits(seconds=1.0))
    assert not stopped.value.still_runs


def test_postgres_that_stops_is_said_to_have_stopped(postgres: WorkerSource) -> None:
    with pytest.raises(QueryStopped) as stopped:
        postgres.run("SELECT count(*) FROM generate_series(1, 10000000000) AS n", Limits(seconds=1.0))
    assert not stopped.value.still_runs
