"""A profile is a request like any: on record before the first table is measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from answerable.agent.source_profile import profile_source
from answerable.kernel.errors import AuditUnavailable
from answerable.kernel.settings import Settings
from tests.agent.shop import make_shop


def test_what_is_measured_is_on_record_with_the_guards_word_on_it(tmp_path: Path) -> None:
    (profile,) = profile_source([str(make_shop(tmp_path))], Settings(workspace=str(tmp_path / "w")))
    entries = [
        json.loads(line) for line in (tmp_path / "w" / "logs" / "data_agent_runs.jsonl").read_text().splitlines()
    ]
    measured = ["policy_decision", "tool_called", "observation_recorded"] * len(profile.tables)
    assert [entry["event_type"] for entry in entries] == ["request_submitted", *measured]
    assert len({entry["request_id"] for entry in entries}) == 1
    assert (entries[0]["event_data"]["intent"], entries[0]["event_data"]["source"]) == ("profile", "shop.db")


def test_without_a_record_nothing_is_measured(tmp_path: Path) -> None:
    (tmp_path / "w" / "logs" / "data_agent_runs.jsonl").mkdir(parents=True)
    with pytest.raises(AuditUnavailable):
        profile_source([str(make_shop(tmp_path))], Settings(workspace=str(tmp_path / "w")))
