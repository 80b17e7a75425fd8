"""Whatever the guard was told, the executor looks at what came back before anybody else does.

Between the verdict and the run the database changes, so that the verdict speaks of another schema than the one that is
read. That is how a hole in the guard looks from the executor.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from answerable.agent.context.schema_views import View
from answerable.agent.execution.executor import Executor
from answerable.agent.execution.second_opinion import RestrictedSamples, samples_for
from answerable.agent.proof.run_record import RunRecord
from answerable.audit import AuditTrail
from answerable.kernel.errors import Refused
from answerable.kernel.knowledge import Known
from answerable.kernel.settings import Settings
from answerable.sources import Limits, Result, open_source
from answerable.sources.worker.worker_source import WorkerSource
from tests.guard.policy_holes import policy, restricted_texts, setup

SHOWN = "CREATE VIEW shown AS SELECT id, name AS label, city FROM customers"


@dataclass(frozen=True)
class RunContext:
    path: Path
    source: WorkerSource
    view: View
    log: Path
    samples: RestrictedSamples | None

    def run_after(self, sql: str, *changes: str) -> Result:
        """Judged before the changes, run after them."""
        verdict = self.view.judge(sql)
        assert verdict.allowed, verdict.errors
        with closing(sqlite3.connect(self.path)) as connection, connection:
            for change in changes:
                connection.execute(change)
        executor = Executor(self.source, RunRecord(AuditTrail(self.log)), "request", samples=self.samples)
        return executor.run(sql, verdict, Limits())


@pytest.fixture
def run_context(tmp_path: Path) -> Iterator[RunContext]:
    path = tmp_path / "shop.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in (*setup("sqlite", "first"), SHOWN):
            connection.execute(statement)
    with open_source(str(path), Settings(), folder=tmp_path) as source:
        masks = policy("sqlite", "masks")
        samples = samples_for(source, source.schema(), masks)
        yield RunContext(path, source, View(source.schema(), masks, Known()), tmp_path / "log", samples)


@pytest.mark.parametrize(
    "now",
    [
        "SELECT id, email AS label, city FROM customers",
        "SELECT id, name AS label, email AS city FROM customers",
        "SELECT id, name AS label, sender AS city FROM tickets JOIN customers USING (id)",
        "SELECT id, email AS label, city FROM customers WHERE id = 7",
    ],
)
def test_an_answer_that_holds_a_masked_value_is_stopped(run_context: RunContext, now: str) -> None:
    with pytest.raises(Refused) as refused:
        run_context.run_after("SELECT id, label, city FROM shown", "DROP VIEW shown", f"CREATE VIEW shown AS {now}")
    assert not any(text in f"{refused.value} {refused.value.hint}" for text in restricted_texts())


def test_a_stopped_answer_is_recorded_without_the_value(run_context: RunContext) -> None:
    now = "CREATE VIEW shown AS SELECT id, email AS label, city FROM customers"
    with pytest.raises(Refused):
        run_context.run_after("SELECT id, label, city FROM shown", "DROP VIEW shown", now)
    log = run_context.log.read_text("utf-8")
    assert "observation_recorded" in log and '"success"' not in log
    assert not any(text in log for text in restricted_texts())


@pytest.mark.parametrize(
    "now",
    [
        "SELECT id, name AS label, city, tier FROM customers",
        "SELECT id, name AS label FROM customers",
        "SELECT id, name AS other, city FROM customers",
        "SELECT id, city, name AS label FROM customers",
    ],
)
def test_an_answer_with_other_columns_than_promised_is_stopped(run_context: RunContext, now: str) -> None:
    with pytest.raises(Refused):
        run_context.run_after("SELECT * FROM shown", "DROP VIEW shown", f"CREATE VIEW shown AS {now}")


def test_columns_are_compared_where_no_value_was_sampled_and_a_refusal_is_recorded(run_context: RunContext) -> None:
    now = "CREATE VIEW shown AS SELECT id, name AS label, city, tier FROM customers"
    with pytest.raises(Refused):
        replace(run_context, samples=None).run_after("SELECT * FROM shown", "DROP VIEW shown", now)
    assert '"rule": "promise"' in run_context.log.read_text("utf-8")


def test_an_answer_with_other_types_than_promised_is_stopped(run_context: RunContext) -> None:
    now = "CREATE VIEW shown AS SELECT ssn AS id, name AS label, city FROM customers"
    with pytest.raises(Refused):
        run_context.run_after("SELECT id, label, city FROM shown", "DROP VIEW shown", now)


def test_an_answer_as_promised_comes_through(run_context: RunContext) -> None:
    now = "CREATE VIEW shown AS SELECT id, name AS label, city FROM customers WHERE id < 4"
    result = run_context.run_after("SELECT id, label, city FROM shown", "DROP VIEW shown", now)
    assert result.table.column("label").to_pylist() == ["Ana", "Bo", "Cleo"]
