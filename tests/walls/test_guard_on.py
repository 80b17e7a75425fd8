"""With the guard on, nothing on the lists reaches an engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import pytest

from answerable import guard
from answerable.agent.executor import Executor
from answerable.agent.ledger import Ledger
from answerable.audit import AuditTrail
from answerable.errors import Refused
from answerable.guard import Policy
from answerable.schema import DatabaseSchema
from answerable.sources import Limits
from tests.walls.library import SCHEMA
from tests.walls.statements import DIALECTS, SHARED, WITHOUT_SHARED, own, shared, shared_schema


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

    def kept(self, sql: str, limits: Limits) -> None:
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
    executor = Executor(source, Ledger(AuditTrail(tmp_path / "log")), "request")
    for group in own("attempts", dialect):
        for sql in group.statements:
            with pytest.raises(Refused):
                executor.run(sql, guard.check(sql, dialect=dialect, schema=SCHEMA), Limits())
    assert source.asked == []


@pytest.mark.parametrize("dialect", DIALECTS)
def test_nothing_on_the_shared_list_reaches_the_engine(dialect: str, tmp_path: Path) -> None:
    if not SHARED.is_dir():
        pytest.skip(WITHOUT_SHARED)
    schema = shared_schema()
    source = NeverRun(dialect)
    executor = Executor(source, Ledger(AuditTrail(tmp_path / "log")), "request")
    for case in shared(dialect):
        if case.get("enforce") == "static" and not case.get("edge"):
            policy = Policy.from_dict(_policy(case, schema))
            verdict = guard.check(case["sql"], dialect=dialect, schema=schema["columns"], policy=policy)
            with pytest.raises(Refused):
                executor.run(case["sql"], verdict, Limits())
    assert source.asked == []


def _policy(case: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    named = case.get("policy") or {}
    found: dict[str, Any] = schema[named] if isinstance(named, str) else named
    return found
