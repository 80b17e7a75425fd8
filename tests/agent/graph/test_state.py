"""The state of a run: only what is read, and nothing that a checkpoint must not hold."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_type_hints

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from answerable import agent
from answerable.agent.events import ApprovalNeeded
from answerable.agent.question import Question
from answerable.agent.resumable_run import ResumableAgent
from answerable.agent.stages.graph import graph_for
from answerable.agent.stages.state import State
from tests.agent.shop import make_shop, shop_context

AGENT = Path(agent.__file__).parent


@pytest.mark.parametrize("key", get_type_hints(State))
def test_every_key_of_the_state_is_read_somewhere(key: str) -> None:
    read = re.compile(rf"""state(\.get\(|\[)"{key}"|"{key}" in state""")
    assert any(read.search(path.read_text("utf-8")) for path in AGENT.rglob("*.py"))


def test_what_is_kept_while_waiting_is_plain(tmp_path: Path) -> None:
    make_shop(tmp_path)
    saver, question = InMemorySaver(), Question("how many orders are there")
    with shop_context(tmp_path, "always") as run_context:
        last = ResumableAgent(run_context, saver).ask(question)
    assert isinstance(last, ApprovalNeeded)
    kept = graph_for(saver).get_state({"configurable": {"thread_id": question.request_id}}).values
    assert kept["messages"] == [{"role": "user", "content": "how many orders are there"}]
    assert kept["generated_query"] == last.query.sql
    assert not {"verdict", "outcome", "answer", "failure", "problem"} & set(kept)
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
    with shop_context(tmp_path) as run_context:
        answered = ResumableAgent(run_context, saver).ask(Question("how many orders are there"))
        asked_back = ResumableAgent(run_context, saver).ask(Question("flurb the gnarps"))
    assert (type(answered).__name__, type(asked_back).__name__) == ("Answered", "AskedBack")
    assert list(saver.list(None)) == []
