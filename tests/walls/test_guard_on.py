"""With the guard on, nothing on the lists reaches an engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import pytest

from answerable import guard
from answerable.agent.execution.executor import Executor
from answerable.agent.proof.run_record import RunRecord
from answerable.audit import AuditTrail
from answerable.guard import Policy
from answerable.kernel.errors import Refused
from answerable.kernel.schema import DatabaseSchema
from answerable.sources import Limits
from tests.walls.library import POLICY, SCHEMA
from tests.walls.statements import DIALECTS, own, restricted


@dataclass
class NeverRun:
    """A source that keeps what it was asked to run, and runs nothing."""

    dialect: str
    name: str = "never run"
    kind: str = "sqlite"
    specs: tuple[str, ...] = ()
    is_locking: bool = False
    asked: list[str] = field(default_factory=list)

    def run(self, sql: str, limits: Limits, progress: Any = None, under: Any = None) -> NoReturn:
        self.asked.append(sql)
        raise AssertionError(f"reached the engine: {sql}")

    def schema(self, *, refresh: bool = False, progress: Any = None) -> DatabaseSchema:
        raise AssertionError("nobody asks for the schema here")

    def cached_result(self, sql: str, limits: Limits) -> None:
        self.asked.append(sql)

    def estimate(self, sql: str) -> None:
        self.asked.append(sql)

    def rights(self) -> None: ...

    def sample(self, table: str, column: str, count: int) -> list[str]:
        return []

    def cancel(self) -> None: ...

    def close(self) -> None: ...


@pytest.mark.parametrize("dialect", DIALECTS)
def test_nothing_on_our_own_list_reaches_the_engine(dialect: str, tmp_path: Path) -> None:
    source = NeverRun(dialect)
    executor = Executor(source, RunRecord(AuditTrail(tmp_path / "log")), "request")
    for group in own("attempts", dialect):
        for sql in group.statements:
            with pytest.raises(Refused):
                executor.run(sql, guard.check(sql, dialect=dialect, schema=SCHEMA), Limits())
    assert source.asked == []


@pytest.mark.parametrize("dialect", DIALECTS)
def test_nothing_that_the_policy_refuses_reaches_the_engine(dialect: str, tmp_path: Path) -> None:
    source, policy = NeverRun(dialect), Policy.from_dict(POLICY)
    executor = Executor(source, RunRecord(AuditTrail(tmp_path / "log")), "request")
    for group in restricted():
        for sql in group.statements:
            with pytest.raises(Refused):
                executor.run(sql, guard.check(sql, dialect=dialect, schema=SCHEMA, policy=policy), Limits())
            assert guard.check(sql, dialect=dialect, schema=SCHEMA).allowed, f"refused for another reason: {sql}"
    assert source.asked == []
