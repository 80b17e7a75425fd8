"""The state of a run: every key that was promised, and nothing that a checkpoint must not hold."""

from __future__ import annotations

from pathlib import Path
from typing import get_type_hints

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from answerable.agent.conversing import Agent
from answerable.agent.events import ApprovalNeeded
from answerable.agent.graph.building import graph_for
from answerable.agent.graph.state import State
from answerable.agent.question import Question
from tests.agent.shop import make_shop, shop_desk

PROMISED = [
    "user_question",
    "session_id",
    "messages",
    "database_schema",
    "relevant_tables",
    "generated_query",
    "query_explanation",
    "generation_attempt",
    "validation_errors",
    "is_query_valid",
    "user_approved",
    "query_result",
    "execution_error",
    "final_response",
    "response_format",
    "needs_correction",
    "correction_context",
    "retry_count",
    "learning",
]


@pytest.mark.parametrize("key", PROMISED)
def test_every_promised_key_is_there(key: str) -> None:
    assert key in get_type_hints(State)


def test_what_is_kept_while_waiting_is_plain(tmp_path: Path) -> None:
    make_shop(tmp_path)
    saver, question = InMemorySaver(), Question("how many orders are there", session_id="talk")
    with shop_desk(tmp_path, "always") as desk:
        *_, last = Agent(desk, saver).ask(question)
    assert isinstance(last, ApprovalNeeded)
    kept = graph_for(saver).get_state({"configurable": {"thread_id": question.request_id}}).values
    assert kept["session_id"] == "talk"
    assert kept["messages"] == [{"role": "user", "content": "how many orders are there"}]
    assert kept["generated_query"] == last.query.sql
    assert not {"verdict", "outcome", "answer", "failure", "problem", "query_result"} & set(kept)
    assert all(_is_plain(value) for value in kept.values())


def _is_plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(map(_is_plain, value.values()))
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, str | int | float)


def test_only_what_waits_is_kept(tmp_path: Path) -> None:
    make_shop(tmp_path)
    saver = InMemorySaver()
    with shop_desk(tmp_path) as desk:
        *_, answered = Agent(desk, saver).ask(Question("how many orders are there"))
        *_, asked_back = Agent(desk, saver).ask(Question("flurb the gnarps"))
    assert (type(answered).__name__, type(asked_back).__name__) == ("Answered", "AskedBack")
    assert list(saver.list(None)) == []
