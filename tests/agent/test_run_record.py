"""The record of a run: noted in order, on the disk before what needs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from answerable.agent.proof.run_record import RunRecord
from answerable.audit import AuditTrail, verify_log
from answerable.kernel.errors import AuditUnavailable


def written(path: Path) -> list[str]:
    return [json.loads(line)["event_type"] for line in path.read_text().splitlines()] if path.exists() else []


def test_what_is_noted_is_written_before_what_must_be_there(tmp_path: Path) -> None:
    record = RunRecord(AuditTrail(tmp_path / "log"))
    record.buffer("r", "plan_created", {}, "planner")
    assert written(tmp_path / "log") == []
    record.append("r", "tool_called", {}, "actor")
    assert written(tmp_path / "log") == ["plan_created", "tool_called"]
    record.flush()
    assert verify_log(tmp_path / "log").entries == 2


def test_what_could_not_be_written_is_noted_still(tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    record = RunRecord(AuditTrail(tmp_path / "log"))
    with pytest.raises(AuditUnavailable):
        record.append("r", "tool_called", {}, "actor")
    (tmp_path / "log").rmdir()
    record.flush()
    assert written(tmp_path / "log") == ["tool_called"]
