"""Budgets by question and by day, what is written down of them, and models that stand in for each other."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import pytest

from answerable.kernel.workspace import Workspace
from answerable.providers.chat_model import CallLimits, ChatModel, ChatTurn, ModelUnavailable, TokenUsage
from answerable.providers.model_settings import Endpoint, ModelSettings
from answerable.providers.open_model import open_model
from answerable.providers.spend.price_table import Price
from answerable.providers.spend.question_budget import for_question
from answerable.providers.spend.usage_ledger import UsageLedger
from tests.providers.scripted_server import ScriptedServer, failing, slow
from tests.providers.wire import PROMPT_TOKENS, REPLY_TOKENS, AnthropicWire, OpenAIWire

TURNS = (ChatTurn("user", "how many orders are there?"),)
LIMITS = CallLimits(seconds=20)
SPEC = "openai-compatible:small"
REPLY = OpenAIWire().text("SELECT 1")
DEAR = {SPEC: Price(prompt=1_000_000 / PROMPT_TOKENS, reply=0)}
"""A dollar a call."""


def opened(
    server: ScriptedServer, workspace: Workspace | None = None, **given: object
) -> tuple[ChatModel, ModelSettings]:
    settings = ModelSettings(base_url=f"{server.url}/v1", **given)  # type: ignore[arg-type]
    return open_model(SPEC, settings, workspace=workspace, environ={}), settings


def test_a_question_has_so_many_calls() -> None:
    with ScriptedServer([REPLY]) as server:
        model, settings = opened(server, question_calls=2)
        asked = for_question(model, settings)
        for _ in range(2):
            asked.complete(TURNS, LIMITS)
        with pytest.raises(ModelUnavailable, match="2 calls") as caught:
            asked.complete(TURNS, LIMITS)
    assert (caught.value.reason, len(server.requests)) == ("budget", 2)
    assert "question_calls" in caught.value.hint
    assert (asked.usage.calls, asked.usage.prompt_tokens) == (2, 2 * PROMPT_TOKENS)


def test_a_question_has_so_many_tokens_and_dollars() -> None:
    with ScriptedServer([REPLY]) as server:
        model, settings = opened(server, question_tokens=200, question_cost=1.5, prices=DEAR)
        by_tokens = for_question(model, settings)
        by_tokens.complete(TURNS, LIMITS)
        by_tokens.complete(TURNS, LIMITS)
        with pytest.raises(ModelUnavailable, match="200 tokens"):
            by_tokens.complete(TURNS, LIMITS)
        assert server.bodies[1]["max_tokens"] == 200 - PROMPT_TOKENS - REPLY_TOKENS
        model, settings = opened(server, question_cost=1.5, prices=DEAR)
        by_cost = for_question(model, settings)
        by_cost.complete(TURNS, LIMITS)
        by_cost.complete(TURNS, LIMITS)
        with pytest.raises(ModelUnavailable, match=r"\$1\.50"):
            by_cost.complete(TURNS, LIMITS)
    assert by_cost.usage.cost == pytest.approx(2.0)


def test_a_question_has_so_many_seconds_for_all_its_calls() -> None:
    with ScriptedServer([slow(1.2, REPLY)]) as server:
        model, settings = opened(server, question_seconds=2)
        asked = for_question(model, settings)
        began = time.monotonic()
        asked.complete(TURNS, LIMITS)
        with pytest.raises(ModelUnavailable) as caught:
            asked.complete(TURNS, LIMITS)
        assert caught.value.reason == "timed_out"
        with pytest.raises(ModelUnavailable, match="2 seconds"):
            asked.complete(TURNS, LIMITS)
    assert time.monotonic() - began < 6


def test_a_call_that_failed_counts_too() -> None:
    with ScriptedServer([failing(400, "no")]) as server:
        model, settings = opened(server, question_calls=1)
        asked = for_question(model, settings)
        with pytest.raises(ModelUnavailable, match="refused the request"):
            asked.complete(TURNS, LIMITS)
        with pytest.raises(ModelUnavailable, match="used up"):
            asked.complete(TURNS, LIMITS)


@pytest.mark.parametrize(
    ("given", "said"),
    [({"day_calls": 2}, "2 calls"), ({"day_tokens": 299}, "299 tokens"), ({"day_cost": 1.5}, r"\$1\.50")],
)
def test_a_project_and_day_has_its_budget(workspace: Workspace, given: dict[str, object], said: str) -> None:
    with ScriptedServer([REPLY]) as server:
        model, _ = opened(server, workspace, prices=DEAR, **given)
        model.complete(TURNS, LIMITS)
        again, _ = opened(server, workspace, prices=DEAR, **given)
        again.complete(TURNS, LIMITS)
        with pytest.raises(ModelUnavailable, match=said) as caught:
            again.complete(TURNS, LIMITS)
    assert caught.value.reason == "budget"
    assert UsageLedger.of(workspace).of_day("default").calls == 2


def test_what_cannot_be_written_down_is_not_asked(workspace: Workspace) -> None:
    (workspace.root / "model_usage.db").write_bytes(b"this is no database" * 100)
    with ScriptedServer([REPLY]) as server:
        model, _ = opened(server, workspace)
        with pytest.raises(ModelUnavailable, match="cannot be recorded"):
            model.complete(TURNS, LIMITS)
    assert server.requests == []


def test_usage_of_several_threads_and_processes_adds_up(tmp_path: Path) -> None:
    ledger = UsageLedger(tmp_path / "usage.db")
    one = TokenUsage(1, 10, 5, 0.5, 0.25)
    program = (
        "from pathlib import Path; from answerable.providers.spend.usage_ledger import UsageLedger;"
        "from answerable.providers.chat_model import TokenUsage\n"
        f"for _ in range(50): UsageLedger(Path({str(ledger.path)!r})).add('default', 'a:b', "
        "TokenUsage(1, 10, 5, 0.5, 0.25))"
    )
    processes = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(2)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: ledger.add("default", "a:b", one), range(50)))
    assert [process.wait() for process in processes] == [0, 0]
    assert ledger.of_day("default") == TokenUsage(150, 1_500, 750, 75.0, 37.5)


def test_the_history_is_by_day_and_model(tmp_path: Path) -> None:
    ledger = UsageLedger(tmp_path / "usage.db")
    one = TokenUsage(1, 10, 5, 0.5, 0.25)
    for model, day in (("a:b", date(2026, 1, 1)), ("a:b", date(2026, 1, 2)), ("c:d", date(2026, 1, 2))):
        ledger.add("default", model, one, day)
    ledger.add("other", "a:b", one, date(2026, 1, 2))
    rows = ledger.history("default", date(2026, 1, 2))
    assert [(row.day, row.model) for row in rows] == [("2026-01-02", "a:b"), ("2026-01-02", "c:d")]
    assert ledger.of_day("default", date(2026, 1, 1)) == one
    with sqlite3.connect(ledger.path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def chain(first: ScriptedServer, second: ScriptedServer, **given: object) -> ChatModel:
    endpoints = {"openai": Endpoint(base_url=f"{first.url}/v1"), "anthropic": Endpoint(base_url=second.url)}
    settings = ModelSettings(fallback="anthropic:claude-haiku-4-5", endpoints=endpoints, call_attempts=1, **given)  # type: ignore[arg-type]
    environ = {"OPENAI_API_KEY": "first-key-1", "ANTHROPIC_API_KEY": "second-key-2"}
    return open_model("openai:gpt-4.1", settings, environ=environ)


def test_the_next_model_answers_where_the_first_fails() -> None:
    with ScriptedServer([failing(500)]) as first, ScriptedServer([AnthropicWire().text("SELECT 2")]) as second:
        model = chain(first, second)
        reply = model.complete(TURNS, LIMITS)
    assert (reply.text, reply.model, model.name) == ("SELECT 2", "anthropic:claude-haiku-4-5", "openai:gpt-4.1")
    assert reply.usage.calls == 2


def test_a_first_model_that_replies_leaves_the_next_alone() -> None:
    with ScriptedServer([REPLY]) as first, ScriptedServer([AnthropicWire().text("SELECT 2")]) as second:
        assert chain(first, second).complete(TURNS, LIMITS).text == "SELECT 1"
    assert second.requests == []


def test_where_all_fail_the_first_ones_reason_is_told() -> None:
    first, second = ScriptedServer([failing(401)]), ScriptedServer([failing(500)])
    with first, second, pytest.raises(ModelUnavailable) as caught:
        chain(first, second).complete(TURNS, LIMITS)
    assert (caught.value.reason, caught.value.usage.calls) == ("wrong_key", 2)


def test_a_first_model_that_hangs_leaves_time_for_the_next() -> None:
    with ScriptedServer([slow(30, REPLY)]) as first, ScriptedServer([AnthropicWire().text("SELECT 2")]) as second:
        assert chain(first, second).complete(TURNS, CallLimits(seconds=8)).text == "SELECT 2"


def test_the_chain_keeps_the_deadline_of_all() -> None:
    with ScriptedServer([slow(30, REPLY)]) as first, ScriptedServer([slow(30, REPLY)]) as second:
        began = time.monotonic()
        with pytest.raises(ModelUnavailable):
            chain(first, second).complete(TURNS, CallLimits(seconds=3))
    assert time.monotonic() - began < 6


def test_what_was_written_for_this_machine_goes_to_no_other() -> None:
    with ScriptedServer([failing(500)]) as first, ScriptedServer([AnthropicWire().text("SELECT 2")]) as second:
        endpoints = {"anthropic": Endpoint(base_url=second.url)}
        settings = ModelSettings(
            base_url=f"{first.url}/v1", fallback="anthropic:claude-haiku-4-5", endpoints=endpoints, call_attempts=1
        )
        model = open_model(SPEC, settings, environ={"ANTHROPIC_API_KEY": "second-key-2"})
        assert not model.is_remote
        with pytest.raises(ModelUnavailable):
            model.complete(TURNS, LIMITS)
    assert second.requests == []
