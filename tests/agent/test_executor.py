"""The choke point: no verdict that covers the text, no run; no record, no run."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from answerable import guard
from answerable.agent.execution.executor import Executor
from answerable.agent.proof.run_record import RunRecord
from answerable.audit import AuditTrail, verify_log
from answerable.guard.verdict import Verdict
from answerable.kernel.errors import AuditUnavailable, QueryFailed, Refused
from answerable.kernel.settings import Settings
from answerable.sources import Limits, Source, open_source
from tests.sources.rested import rested

SQL = "SELECT COUNT(*) AS n FROM t"
LIMITS = Limits(rows=10, seconds=5)


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Source]:
    connection = sqlite3.connect(tmp_path / "a.db")
    connection.executescript("CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1), (2);")
    connection.close()
    opened = open_source(str(tmp_path / "a.db"), Settings(), folder=tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def executor(source: Source, tmp_path: Path) -> Executor:
    return Executor(source, RunRecord(AuditTrail(tmp_path / "log")), "request")


def test_an_allowed_text_runs_and_leaves_two_records(executor: Executor, tmp_path: Path) -> None:
    result = executor.run(SQL, guard.check(SQL, dialect="sqlite"), LIMITS)
    assert result.table.to_pylist() == [{"n": 2}]
    assert verify_log(tmp_path / "log").entries == 2


@pytest.mark.parametrize("other", [SQL + " ", SQL.lower(), "SELECT a FROM t"])
def test_a_verdict_covers_one_exact_text(executor: Executor, other: str) -> None:
    with pytest.raises(Refused):
        executor.run(other, guard.check(SQL, dialect="sqlite"), LIMITS)


def test_what_had_no_verdict_is_recorded(executor: Executor, tmp_path: Path) -> None:
    with pytest.raises(Refused):
        executor.run("SELECT a FROM t", guard.check(SQL, dialect="sqlite"), LIMITS)
    assert '"rule": "no_verdict"' in (tmp_path / "log").read_text("utf-8")


def test_the_guards_word_is_written_before_what_it_allows(executor: Executor, tmp_path: Path) -> None:
    verdict = guard.check(SQL, dialect="sqlite")
    executor.note_verdict(verdict)
    executor.run(SQL, verdict, LIMITS)
    kinds = [json.loads(line)["event_type"] for line in (tmp_path / "log").read_text("utf-8").splitlines()]
    assert kinds == ["policy_decision", "tool_called", "observation_recorded"]


def test_a_verdict_for_another_dialect_does_not_count(executor: Executor) -> None:
    with pytest.raises(Refused):
        executor.run(SQL, guard.check(SQL, dialect="duckdb"), LIMITS)


def test_a_rejecting_verdict_runs_nothing(executor: Executor) -> None:
    sql = "DELETE FROM t"
    with pytest.raises(Refused):
        executor.run(sql, guard.check(sql, dialect="sqlite"), LIMITS)


def test_planning_needs_a_verdict_too(executor: Executor) -> None:
    with pytest.raises(Refused):
        executor.estimate("DELETE FROM t", guard.check("DELETE FROM t", dialect="sqlite"))


def test_a_verdict_cannot_be_made_by_hand() -> None:
    with pytest.raises(TypeError):
        Verdict(True, "", "sqlite")


def test_nothing_runs_when_the_record_cannot_be_written(source: Source, tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    with pytest.raises(AuditUnavailable):
        Executor(source, RunRecord(AuditTrail(tmp_path / "log")), "r").run(
            SQL, guard.check(SQL, dialect="sqlite"), LIMITS
        )


def test_a_failure_in_the_engine_is_recorded_too(executor: Executor, tmp_path: Path) -> None:
    sql = "SELECT missing FROM t"
    with pytest.raises(QueryFailed) as caught:
        executor.run(sql, guard.check(sql, dialect="sqlite"), LIMITS)
    assert caught.value.category == "missing_column"
    assert '"status": "error"' in (tmp_path / "log").read_text()


def test_what_stands_in_for_a_run_is_recorded_and_masked_like_one(executor: Executor, tmp_path: Path) -> None:
    rested(tmp_path / "a.db")
    verdict = guard.check(SQL, dialect="sqlite")
    fresh = executor.run(SQL, verdict, LIMITS, is_repeatable=True)
    again = executor.run(SQL, verdict, LIMITS, is_repeatable=True)
    assert (fresh.kept_since, again.table.to_pylist()) == (None, [{"n": 2}])
    assert again.kept_since is not None
    assert executor.run(SQL, verdict, LIMITS).kept_since is None
    assert verify_log(tmp_path / "log").entries == 6
    assert (tmp_path / "log").read_text().count("kept_since") == 1


def test_nothing_is_given_again_when_the_record_cannot_be_written(source: Source, tmp_path: Path) -> None:
    rested(tmp_path / "a.db")
    executor = Executor(source, RunRecord(AuditTrail(tmp_path / "log")), "r")
    executor.run(SQL, guard.check(SQL, dialect="sqlite"), LIMITS, is_repeatable=True)
    (tmp_path / "log").unlink()
    (tmp_path / "log").mkdir()
    with pytest.raises(AuditUnavailable):
        executor.run(SQL, guard.check(SQL, dialect="sqlite"), LIMITS, is_repeatable=True)
