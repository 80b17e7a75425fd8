"""What a run writes into the record: calls with an id and parameters, decisions with a reason, failures by kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from answerable.agent.question import Question
from answerable.agent.run import Agent
from answerable.kernel.clarification import Clarification
from answerable.language import Translator
from tests.agent.shop import ENDLESS, Fixed, make_shop, shop_context

COUNT = "SELECT COUNT(*) AS n FROM orders"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_shop(tmp_path)
    return tmp_path


def recorded(folder: Path, translator: Translator, **settings: Any) -> list[dict[str, Any]]:
    """The entries of one question's run."""
    with shop_context(folder, translator=translator, settings=settings) as context:
        Agent(context).ask(Question("how many orders are there?"))
        return [json.loads(line) for line in context.trail.path.read_text().splitlines()]


def of_type(entries: list[dict[str, Any]], event_type: str) -> list[dict[str, Any]]:
    return [entry["event_data"] for entry in entries if entry["event_type"] == event_type]


def test_a_call_and_what_it_gave_share_an_id(folder: Path) -> None:
    entries = recorded(folder, Fixed(COUNT))
    (call,), (seen,) = of_type(entries, "tool_called"), of_type(entries, "observation_recorded")
    assert UUID(call["call_id"]).version == 4 and seen["call_id"] == call["call_id"]
    assert call["arguments"]["params"] == [] and call["arguments"]["query"] == COUNT
    assert seen["status"] == "success" and seen["execution_time_seconds"] > 0


def test_every_decision_has_a_reason(folder: Path) -> None:
    for sql in (COUNT, "DELETE FROM orders"):
        decisions = of_type(recorded(folder, Fixed(sql)), "policy_decision")
        assert decisions and all(decision["reason"] for decision in decisions)


@pytest.mark.parametrize(
    ("sql", "settings", "status", "category"),
    [
        (ENDLESS, {"query_seconds": 0.3}, "timeout", "resource_exhausted"),
        ("SELECT ABS(-9223372036854775807 - 1) AS n FROM orders", {}, "error", "other"),
    ],
)
def test_what_was_stopped_is_no_plain_error(
    folder: Path, sql: str, settings: dict[str, Any], status: str, category: str
) -> None:
    entries = recorded(folder, Fixed(sql), **settings)
    (call, *_), (seen, *_) = of_type(entries, "tool_called"), of_type(entries, "observation_recorded")
    assert (seen["status"], seen["error_category"]) == (status, category)
    assert seen["call_id"] == call["call_id"] and seen["execution_time_seconds"] > 0


def test_a_name_that_is_not_there_is_a_missing_column(folder: Path) -> None:
    (ending,) = of_type(recorded(folder, Fixed("SELECT wrong_name_here FROM orders")), "observation_recorded")
    assert (ending["call_id"], ending["error_category"]) == (None, "missing_column")


def test_what_is_asked_back_is_no_failure_in_the_record(folder: Path) -> None:
    entries = recorded(folder, Fixed(COUNT, clarification=Clarification("Which one?")))
    assert of_type(entries, "plan_created")[0]["decision"] == "ask_back"
    assert not of_type(entries, "observation_recorded")


def test_what_belongs_to_no_request_has_a_uuid_too(folder: Path) -> None:
    (folder / "answerable.toml").write_text('[policy]\nblocked_columns = ["customers.name"]\n')
    entries = recorded(folder, Fixed(COUNT))
    assert "policy_changed" in [entry["event_type"] for entry in entries]
    assert all(UUID(entry["request_id"]).version == 4 for entry in entries)
