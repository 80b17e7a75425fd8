"""The list of hostile statements that lies beside this clone, where one does; see `collect_ignore` in conftest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from answerable import guard
from answerable.agent.execution.executor import Executor
from answerable.agent.proof.run_record import RunRecord
from answerable.audit import AuditTrail
from answerable.guard import Policy
from answerable.kernel.errors import Refused
from answerable.sources import Limits
from tests.walls.conftest import Besieged
from tests.walls.statements import DIALECTS, shared, shared_groups, shared_schema
from tests.walls.test_floods import MEASURED, Record, withstand
from tests.walls.test_guard_on import NeverRun
from tests.walls.test_nothing_changes import storm

pytestmark = pytest.mark.timeout(600)


@pytest.mark.slow
def test_nothing_on_the_shared_list_changes_anything(shared_shop: Besieged) -> None:
    storm(shared_shop, shared_groups(shared_shop.prepared.dialect))


@pytest.mark.slow
def test_every_flood_on_the_shared_list_is_stopped(shared_shop: Besieged, record_property: Record) -> None:
    cases = shared(shared_shop.prepared.dialect)
    statements = [case["sql"] for case in cases if case["class"] in ("dos", "validator-dos")]
    record_property(MEASURED, [withstand(shared_shop.source, statement) for statement in statements])


@pytest.mark.parametrize("dialect", DIALECTS)
def test_nothing_on_the_shared_list_reaches_the_engine(dialect: str, tmp_path: Path) -> None:
    schema = shared_schema()
    source = NeverRun(dialect)
    executor = Executor(source, RunRecord(AuditTrail(tmp_path / "log")), "request")
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
