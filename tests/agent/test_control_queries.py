"""Queries of the guard's own that count what a figure leaves out: recorded like any other, and first."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from answerable import guard
from answerable.agent.execution.executor import Executor
from answerable.agent.proof.run_record import RunRecord
from answerable.audit import AuditTrail
from answerable.guard import Policy, Verdict
from answerable.kernel.errors import QueryFailed, Refused
from answerable.kernel.settings import Settings
from answerable.sources import Limits, Source, open_source

POLICY = Policy(aggregate_only_columns=frozenset({"staff.salary"}), minimum_group=3)
LEAVES_OUT_HALF = "SELECT AVG(salary) AS a FROM staff WHERE dept = 'a' HAVING COUNT(salary) >= 3"
LEAVES_OUT_TWO = "SELECT AVG(salary) AS a FROM staff WHERE id > 1 HAVING COUNT(salary) >= 3"


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Source]:
    connection = sqlite3.connect(tmp_path / "a.db")
    connection.execute("CREATE TABLE staff (id INTEGER PRIMARY KEY, dept TEXT, salary INTEGER)")
    connection.executemany("INSERT INTO staff VALUES (?, ?, ?)", [(id, "ab"[id % 2], 1000 + id) for id in range(12)])
    connection.commit()
    connection.close()
    opened = open_source(str(tmp_path / "a.db"), Settings(), folder=tmp_path)
    yield opened
    opened.close()


def _verdict(sql: str, source: Source) -> Verdict:
    return guard.check(sql, dialect="sqlite", schema=source.schema(), policy=POLICY)


def _run(sql: str, source: Source, verdict: Verdict, folder: Path) -> list[dict[str, Any]]:
    executor = Executor(source, RunRecord(AuditTrail(folder / "log")), "request")
    rows: list[dict[str, Any]] = executor.run(sql, verdict, Limits(rows=1000, seconds=5)).table.to_pylist()
    return rows


def _recorded(folder: Path) -> list[tuple[str, str]]:
    """Type of each entry, with the tool that was called or what came of it."""
    entries = [json.loads(line) for line in (folder / "log").read_text().splitlines()]
    return [(one["event_type"], _told(one["event_data"])) for one in entries]


def _told(data: dict[str, Any]) -> str:
    return str(data["tool_name"] if "arguments" in data else data["status"])


def test_controls_run_and_are_recorded_before_the_query(source: Source, tmp_path: Path) -> None:
    verdict = _verdict(LEAVES_OUT_HALF, source)
    assert _run(LEAVES_OUT_HALF, source, verdict, tmp_path) == [{"a": 1005.0}]
    control = [("tool_called", "sql.control"), ("observation_recorded", "success")]
    query = [("tool_called", "sql.run"), ("observation_recorded", "success")]
    assert _recorded(tmp_path) == control * len(verdict.controls) + query


def test_a_figure_over_all_but_a_few_is_refused_before_it_is_computed(source: Source, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"leaves out 2 of 12 values of staff\.salary"):
        _run(LEAVES_OUT_TWO, source, _verdict(LEAVES_OUT_TWO, source), tmp_path)
    assert _recorded(tmp_path) == [("tool_called", "sql.control"), ("observation_recorded", "error")]


def test_what_an_engine_says_of_a_control_is_withheld(source: Source, tmp_path: Path) -> None:
    verdict = _verdict(LEAVES_OUT_HALF, source)
    with sqlite3.connect(tmp_path / "a.db") as connection:
        connection.execute("ALTER TABLE staff RENAME COLUMN dept TO department")
    with pytest.raises(QueryFailed) as failure:
        _run(LEAVES_OUT_HALF, source, verdict, tmp_path)
    assert "dept" not in failure.value.line()
    assert _recorded(tmp_path) == [("tool_called", "sql.control"), ("observation_recorded", "error")]
    assert "no such column" not in (tmp_path / "log").read_text()


@pytest.mark.parametrize(
    ("policy", "is_withheld"), [(Policy(masked_columns=frozenset({"staff.dept"})), True), (None, False)]
)
def test_what_an_engine_says_is_withheld_only_where_columns_are_restricted(
    source: Source, tmp_path: Path, policy: Policy | None, is_withheld: bool
) -> None:
    sql = "SELECT dept FROM staff"
    verdict = guard.check(sql, dialect="sqlite", schema=source.schema(), policy=policy)
    with sqlite3.connect(tmp_path / "a.db") as connection:
        connection.execute("ALTER TABLE staff RENAME COLUMN dept TO department")
    with pytest.raises(QueryFailed) as failure:
        _run(sql, source, verdict, tmp_path)
    assert ("no such column" not in failure.value.line()) is is_withheld
    assert ("no such column" not in (tmp_path / "log").read_text()) is is_withheld
