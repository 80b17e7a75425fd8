"""The worker process: stopped, killed, bombed, orphaned."""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from answerable.kernel.errors import QueryFailed, QueryStopped
from answerable.kernel.settings import Settings
from answerable.sources import Limits, open_source
from answerable.sources.engine import Progress
from answerable.sources.worker.memory_limit import resident_bytes
from answerable.sources.worker.worker_process import GRACE_SECONDS, WorkerProcess
from answerable.sources.worker.worker_source import WorkerSource
from tests.waiting import wait_until

ENDLESS = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r"
MANY = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n, n * 2 AS m FROM r"
NO_HURRY = Limits(seconds=3_600)
"""Longer than a test may take: what ends before was ended by something else."""
A_HANG = 20
"""Seconds; ten times a limit. Here they end within half a second of it, and what is not stopped takes minutes."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE t (a INTEGER)")
    return path


@pytest.fixture
def source(database: Path, tmp_path: Path) -> Iterator[WorkerSource]:
    with open_source(str(database), Settings(), folder=tmp_path) as opened:
        yield opened


@pytest.fixture
def duck(tmp_path: Path) -> Iterator[WorkerSource]:
    duckdb.connect(str(tmp_path / "a.duckdb")).close()
    with open_source(str(tmp_path / "a.duckdb"), Settings(), folder=tmp_path) as opened:
        yield opened


def _pid(source: WorkerSource) -> int:
    assert source.worker_pid
    return source.worker_pid


def _is_gone(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return True
    return status[0] == "Z" and int(status[17]) <= 1  # dead with all its threads, and not yet waited for


def _once_it_runs(act: Callable[[], object]) -> Progress:
    """Does it when the worker first says that it is at work, in a thread of its own, and never again."""
    told: list[str] = []

    def progress(what: str, _share: float | None) -> None:
        if not told:
            threading.Thread(target=act).start()
        told.append(what)

    return progress


def test_killed_worker_is_a_clear_error_and_the_next_query_runs(source: WorkerSource) -> None:
    worker = _pid(source)
    with pytest.raises(QueryFailed, match="ended unexpectedly"):
        source.run(ENDLESS, NO_HURRY, _once_it_runs(lambda: os.kill(worker, signal.SIGKILL)))
    assert source.run("SELECT 1 AS a", Limits()).table.to_pylist() == [{"a": 1}]


def test_worker_killed_between_queries_is_replaced(source: WorkerSource) -> None:
    first = _pid(source)
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: _is_gone(first))
    assert source.run("SELECT 1 AS a", Limits()).table.num_rows == 1
    assert _pid(source) != first


@pytest.mark.parametrize("sql", ["SELECT printf('%.*c', 2000000000, 'x')", "SELECT hex(zeroblob(2000000000))"])
def test_string_bomb_in_sqlite_ends_at_a_limit(source: WorkerSource, sql: str) -> None:
    _assert_bounded(source, sql)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT repeat('x', 2000000000)",
        "SELECT length(repeat('x', 4000000000)) + length(repeat('y', 4000000000))",
        "SELECT list(a.range) FROM range(1000000000) a",
        "SELECT count(*) FROM (SELECT DISTINCT a.range, b.range FROM range(1000000) a, range(1000000) b)",
    ],
)
def test_bombs_in_duckdb_end_at_a_limit(duck: WorkerSource, sql: str) -> None:
    _assert_bounded(duck, sql)


def _assert_bounded(source: WorkerSource, sql: str) -> None:
    started, before = time.monotonic(), resident_bytes(os.getpid()) or 0
    with pytest.raises((QueryStopped, QueryFailed)):
        source.run(sql, Limits(seconds=2.0, memory_mb=512))
    assert time.monotonic() - started < A_HANG
    assert (resident_bytes(os.getpid()) or 0) - before < 2**29
    assert source.run("SELECT 1 AS a", Limits()).table.num_rows == 1


def test_planning_a_bomb_is_stopped_too(duck: WorkerSource, tmp_path: Path) -> None:
    hurried = Settings(query_seconds=1.0)
    with open_source(str(tmp_path / "a.duckdb"), hurried, folder=tmp_path) as source:
        started = time.monotonic()
        with pytest.raises((QueryStopped, QueryFailed)):
            source.estimate("SELECT repeat('x', 2000000000)")
        assert time.monotonic() - started < A_HANG


def test_a_job_that_does_not_stop_is_given_no_more_than_its_grace() -> None:
    """However slow the machine: what counts are the waits that are asked for, not how long they take."""
    with closing(WorkerProcess()) as worker:
        job = worker.job(seconds=0.2, memory_mb=512)
        waits: list[float] = []
        while worker.is_alive:
            waits.append(job.look())
            time.sleep(waits[-1])
        assert job.stopped == "time"
        assert sum(waits) <= 0.2 + GRACE_SECONDS + 0.001
        assert max(waits) <= 0.051  # or its memory is seen too late
        wait_until(lambda: _is_gone(worker.pid))


def test_result_larger_than_its_memory_is_stopped_before_the_parent_holds_it(duck: WorkerSource) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(QueryStopped) as stopped:
        limits = Limits(rows=10**6, seconds=NO_HURRY.seconds, memory_mb=256)
        duck.run("SELECT repeat('x', 1000) || range AS v FROM range(1000000)", limits)
    assert stopped.value.reason == "memory"
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 512 * 1024


def test_a_column_of_several_types_at_once_is_told(duck: WorkerSource) -> None:
    with pytest.raises(QueryFailed, match="several types"):
        duck.run("SELECT union_value(n := 1) AS u", Limits())
    assert duck.run("SELECT 1 AS a", Limits()).table.num_rows == 1


def test_a_million_and_one_rows_are_cut(source: WorkerSource) -> None:
    result = source.run(f"{MANY} LIMIT 1000001", Limits(rows=1_000_000, seconds=NO_HURRY.seconds))
    assert result.table.num_rows == 1_000_000
    assert result.is_truncated
    assert result.table.column("m")[999_999].as_py() == 2_000_000


def test_worker_ends_with_close(source: WorkerSource) -> None:
    pid = _pid(source)
    source.close()
    wait_until(lambda: _is_gone(pid))
    assert source.worker_pid is None


def test_closed_source_opens_again_when_asked(source: WorkerSource) -> None:
    source.close()
    assert source.run("SELECT 1 AS a", Limits()).table.num_rows == 1


@pytest.mark.parametrize("sql", ["SELECT 1", ENDLESS])
def test_no_worker_outlives_a_killed_parent(database: Path, tmp_path: Path, sql: str) -> None:
    program = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from answerable.kernel.settings import Settings\n"
        "from answerable.sources import Limits, open_source\n"
        "source = open_source(sys.argv[1], Settings(), folder=Path(sys.argv[2]))\n"
        "tell = lambda *progress: print(source.worker_pid, flush=True)\n"
        "source.run(sys.argv[3], Limits(seconds=3_600), tell)\n"
        "tell()\n"
        "time.sleep(3_600)\n"
    )
    command = [sys.executable, "-c", program, str(database), str(tmp_path), sql]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        worker = int(parent.stdout.readline())
        parent.kill()
    wait_until(lambda: _is_gone(worker))


def test_ctrl_c_stops_the_query_and_the_source_stays_usable(source: WorkerSource) -> None:
    before = _pid(source)
    with pytest.raises(KeyboardInterrupt):
        source.run(ENDLESS, NO_HURRY, _once_it_runs(lambda: os.kill(os.getpid(), signal.SIGINT)))
    wait_until(lambda: _is_gone(before))
    assert source.run("SELECT 1 AS a", Limits()).table.num_rows == 1


def test_cancel_with_nothing_running_does_nothing(source: WorkerSource) -> None:
    source.cancel()
    assert source.run("SELECT 1 AS a", Limits()).table.num_rows == 1


def test_queries_from_several_threads_wait_for_each_other(source: WorkerSource) -> None:
    found: list[int] = []

    def ask(number: int) -> None:
        found.extend(source.run(f"SELECT {number} AS a", Limits()).table.column("a").to_pylist())

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(8))


def test_secrets_never_reach_the_command_line(source: WorkerSource, database: Path) -> None:
    command = Path(f"/proc/{_pid(source)}/cmdline").read_bytes()
    assert str(database).encode() not in command
