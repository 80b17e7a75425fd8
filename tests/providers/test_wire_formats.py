"""The real client libraries against scripted servers: each case ends in a reply or in a clear error within its time."""

from __future__ import annotations

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from answerable.hybrid.prompt.read_proposal import OUTPUT_SCHEMA
from answerable.kernel.errors import QueryStopped
from answerable.providers.chat_model import CallLimits, ChatModel, ChatTurn, ModelUnavailable, ToolCall, ToolDescription
from answerable.providers.model_settings import Endpoint, ModelSettings
from answerable.providers.open_model import open_model
from tests.providers.conftest import Opened
from tests.providers.scripted_server import ScriptedReply, ScriptedServer, cut, failing, slow
from tests.providers.wire import PROMPT_TOKENS, REPLY_TOKENS, AnthropicWire, OpenAIWire, Wire

TURNS = (
    ChatTurn("system", "CREATE TABLE orders (id INTEGER, total REAL)"),
    ChatTurn("user", "how many orders are there?"),
)
SCHEMA = {
    "type": "object",
    "properties": {"sql": {"type": "string"}, "tables": {"type": "array", "items": {"type": "string"}}},
    "required": ["sql", "tables"],
    "additionalProperties": False,
}
REPLY = {"sql": "SELECT COUNT(*) FROM orders", "tables": ["orders"]}
TOOL = ToolDescription(
    "describe",
    "What a table holds.",
    {"type": "object", "properties": {"table": {"type": "string"}}, "required": ["table"]},
)
LIMITS = CallLimits(seconds=20, reply_tokens=300)


def reason_of(caught: pytest.ExceptionInfo[ModelUnavailable]) -> str:
    assert "\n" not in caught.value.line()
    assert caught.value.hint
    assert caught.value.line("ko") != caught.value.line("en")
    return caught.value.reason


def test_a_plain_reply_comes_with_what_it_took(wire: Wire, opened: Opened) -> None:
    with ScriptedServer([wire.text("SELECT 1")]) as server:
        reply = opened(server).complete(TURNS, LIMITS)
    assert (reply.text, reply.tool_calls, reply.model) == ("SELECT 1", (), wire.spec)
    assert (reply.usage.calls, reply.usage.prompt_tokens, reply.usage.reply_tokens) == (1, PROMPT_TOKENS, REPLY_TOKENS)
    assert reply.usage.cost > 0
    sent = server.requests[0].text
    assert "how many orders" in sent and "CREATE TABLE orders" in sent and "300" in sent


def test_structured_output_follows_the_schema_that_was_sent(wire: Wire, opened: Opened) -> None:
    with ScriptedServer([wire.structured(REPLY)]) as server:
        reply = opened(server).complete(TURNS, LIMITS, output_schema=SCHEMA)
    assert json.loads(reply.text) == REPLY
    assert wire.schema_of(server.bodies[0])["required"] == ["sql", "tables"]


def test_a_proposals_schema_is_taken_by_every_library(wire: Wire, opened: Opened) -> None:
    with ScriptedServer([wire.structured({"sql": "SELECT 1"})]) as server:
        reply = opened(server).complete(TURNS, LIMITS, output_schema=OUTPUT_SCHEMA)
        assert json.loads(reply.text) == {"sql": "SELECT 1"}
        opened(server).complete(TURNS, LIMITS, output_schema=OUTPUT_SCHEMA, tools=[TOOL])
    assert set(wire.schema_of(server.bodies[0])["properties"]) == set(OUTPUT_SCHEMA["properties"])


def test_a_reply_that_fits_no_schema_is_left_to_the_caller(wire: Wire, opened: Opened) -> None:
    with ScriptedServer([wire.structured({"query": 7})]) as server:
        reply = opened(server).complete(TURNS, LIMITS, output_schema=SCHEMA)
    assert json.loads(reply.text) == {"query": 7}


def test_json_in_a_fence_is_taken_out(wire: Wire, opened: Opened) -> None:
    with ScriptedServer([wire.text(f"Here it is:\n```json\n{json.dumps(REPLY)}\n```\nDone.")]) as server:
        reply = opened(server).complete(TURNS, LIMITS, output_schema=SCHEMA)
    assert json.loads(reply.text) == REPLY


def test_a_tool_is_called_and_its_result_goes_back(wire: Wire, opened: Opened) -> None:
    with ScriptedServer([wire.tool_call("describe", {"table": "orders"}), wire.structured(REPLY)]) as server:
        model = opened(server)
        asked = model.complete(TURNS, LIMITS, output_schema=SCHEMA, tools=[TOOL])
        (call,) = asked.tool_calls
        assert (call.name, dict(call.arguments)) == ("describe", {"table": "orders"})
        turns = (
            *TURNS,
            ChatTurn("assistant", asked.text, tool_calls=(call,)),
            ChatTurn("tool", "id, total: 340 rows", tool_call_id=call.id),
        )
        reply = model.complete(turns, LIMITS, output_schema=SCHEMA, tools=[TOOL])
    assert json.loads(reply.text) == REPLY
    assert "340 rows" in server.requests[1].text


def test_a_streamed_reply_is_put_together(wire: Wire, opened: Opened) -> None:
    with ScriptedServer([wire.stream("SELECT COUNT(*) FROM orders")]) as server:
        reply = opened(server, stream=True).complete(TURNS, LIMITS)
    assert reply.text == "SELECT COUNT(*) FROM orders"
    assert reply.usage.reply_tokens == REPLY_TOKENS


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
def test_a_reply_that_breaks_off_is_asked_for_again(wire: Wire, opened: Opened, stream: bool) -> None:
    whole = wire.stream("SELECT 1") if stream else wire.text("SELECT 1")
    with ScriptedServer([cut(whole), whole]) as server:
        assert opened(server, stream=stream).complete(TURNS, LIMITS).text == "SELECT 1"
    assert len(server.requests) == 2


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
def test_replies_that_always_break_off_are_an_error(wire: Wire, opened: Opened, stream: bool) -> None:
    whole = wire.stream("SELECT 1") if stream else wire.text("SELECT 1")
    with ScriptedServer([cut(whole)]) as server, pytest.raises(ModelUnavailable) as caught:
        opened(server, stream=stream, call_attempts=2).complete(TURNS, LIMITS)
    assert reason_of(caught) == "cut_off"
    assert len(server.requests) == 2


def test_a_busy_server_is_asked_again_when_it_wants_to_be(wire: Wire, opened: Opened) -> None:
    with ScriptedServer([failing(429, "slow down", retry_after="1"), wire.text("SELECT 1")]) as server:
        assert opened(server).complete(TURNS, LIMITS).text == "SELECT 1"
    first, second = server.requests
    assert 1.0 <= second.at - first.at < 5


def test_a_wait_beyond_the_deadline_is_not_begun(wire: Wire, opened: Opened) -> None:
    with (
        ScriptedServer([failing(429, "slow down", retry_after="60")]) as server,
        pytest.raises(ModelUnavailable) as caught,
    ):
        began = time.monotonic()
        opened(server).complete(TURNS, replace(LIMITS, seconds=5))
    assert reason_of(caught) == "rate_limited"
    assert "slow down" in str(caught.value)
    assert time.monotonic() - began < 5
    assert len(server.requests) == 1


def test_a_server_that_fails_is_tried_again(wire: Wire, opened: Opened) -> None:
    with ScriptedServer([failing(500), failing(503), wire.text("SELECT 1")]) as server:
        assert opened(server).complete(TURNS, LIMITS).text == "SELECT 1"
    assert len(server.requests) == 3


def test_a_server_that_always_fails_is_an_error(wire: Wire, opened: Opened) -> None:
    with ScriptedServer([failing(500, "out of order")]) as server, pytest.raises(ModelUnavailable) as caught:
        opened(server, call_attempts=2).complete(TURNS, LIMITS)
    assert reason_of(caught) == "server_error"
    assert "out of order" in str(caught.value)
    assert len(server.requests) == 2
    assert caught.value.usage.calls == 1


def test_a_server_that_hangs_is_given_up_at_the_deadline(wire: Wire, opened: Opened) -> None:
    with ScriptedServer([slow(30, wire.text("late"))]) as server, pytest.raises(ModelUnavailable) as caught:
        began = time.monotonic()
        opened(server).complete(TURNS, replace(LIMITS, seconds=3))
    assert reason_of(caught) == "timed_out"
    assert time.monotonic() - began < 6


def test_an_attempt_that_takes_too_long_is_followed_by_another(wire: Wire, opened: Opened) -> None:
    with ScriptedServer([slow(30, wire.text("late")), wire.text("SELECT 1")]) as server:
        assert opened(server, call_seconds=3).complete(TURNS, LIMITS).text == "SELECT 1"


FAILURES: dict[str, tuple[Any, str]] = {
    "wrong key": (lambda wire: failing(401, "invalid x-api-key"), "wrong_key"),
    "no right": (lambda wire: failing(403, "not allowed"), "wrong_key"),
    "unknown model": (lambda wire: failing(404, "model not found"), "unknown_model"),
    "bad request": (lambda wire: failing(400, "no such parameter"), "bad_request"),
    "long prompt": (lambda wire: failing(400, "exceeds the available context size (4096 tokens)"), "context_too_small"),
    "not JSON": (lambda wire: ScriptedReply(b'{"choices": [{"mess'), "bad_reply"),
    "a page": (lambda wire: ScriptedReply(b"<html>Hello</html>", content_type="text/html"), "bad_reply"),
    "another API": (lambda wire: ScriptedReply(b'{"hello": "world"}'), "bad_reply"),
    "empty": (lambda wire: wire.text(""), "empty"),
    "blank": (lambda wire: wire.text(" \n "), "empty"),
    "refusal": (lambda wire: wire.refusal(), "refused"),
    "cut off": (lambda wire: wire.cut_off("SELECT COUNT("), "cut_off"),
    "a megabyte": (lambda wire: wire.text("SELECT '" + "x" * 1_000_000 + "'"), "too_long"),
}


@pytest.mark.parametrize("case", FAILURES)
def test_what_is_no_reply_is_one_clear_line(wire: Wire, opened: Opened, case: str) -> None:
    make, reason = FAILURES[case]
    with ScriptedServer([make(wire)]) as server, pytest.raises(ModelUnavailable) as caught:
        opened(server, call_attempts=2).complete(TURNS, LIMITS)
    assert reason_of(caught) == reason, str(caught.value)
    assert len(server.requests) == 1
    assert "key-that-nobody-may-see" not in repr(caught.value) + caught.value.line()


@pytest.mark.parametrize("text", ['{"sql": "SELECT', "SELECT 1", "[1, 2]", "no"])
def test_text_where_json_was_asked_for_is_an_error(wire: Wire, opened: Opened, text: str) -> None:
    with ScriptedServer([wire.text(text)]) as server, pytest.raises(ModelUnavailable) as caught:
        opened(server).complete(TURNS, LIMITS, output_schema=SCHEMA)
    assert reason_of(caught) == "bad_reply"


def test_nobody_is_asked_without_a_key(wire: Wire, opened: Opened) -> None:
    with ScriptedServer([wire.text("SELECT 1")]) as server, pytest.raises(ModelUnavailable) as caught:
        opened(server, environ={}).complete(TURNS, LIMITS)
    assert reason_of(caught) == "no_key"
    assert wire.key_variable in caught.value.hint
    assert server.requests == []


def test_a_server_that_is_down_is_named(wire: Wire, opened: Opened) -> None:
    with ScriptedServer([wire.text("SELECT 1")]) as server:
        model = opened(server, call_attempts=2)
    with pytest.raises(ModelUnavailable) as caught:
        model.complete(TURNS, LIMITS)
    assert reason_of(caught) == "unreachable"


def test_a_stopped_question_ends_the_call_at_once(wire: Wire, opened: Opened) -> None:
    stopped = threading.Event()

    def raise_if_cancelled() -> None:
        if stopped.is_set():
            raise QueryStopped("stopped", reason="cancelled")

    with ScriptedServer([slow(30, wire.text("late"))]) as server:
        model = opened(server)
        timer = threading.Timer(1.0, stopped.set)
        timer.start()
        with pytest.raises(QueryStopped):
            model.complete(TURNS, replace(LIMITS, raise_if_cancelled=raise_if_cancelled))
        ended = time.monotonic()
        timer.join()
    assert ended - server.requests[0].at < 10


def test_calls_do_not_wait_for_each_other(wire: Wire, opened: Opened) -> None:
    with ScriptedServer([slow(1.0, wire.text("SELECT 1"))]) as server:
        model = opened(server)
        with ThreadPoolExecutor(20) as pool:
            replies = list(pool.map(lambda _: model.complete(TURNS, LIMITS).text, range(20)))
    assert replies == ["SELECT 1"] * 20
    assert server.most_at_once > 10


def test_tool_calls_of_earlier_turns_are_told_in_the_providers_words(wire: Wire, opened: Opened) -> None:
    turns = (
        *TURNS,
        ChatTurn("assistant", "", tool_calls=(ToolCall("call_7", "describe", {"table": "orders"}),)),
        ChatTurn("tool", "340 rows", tool_call_id="call_7"),
    )
    with ScriptedServer([wire.text("SELECT 1")]) as server:
        opened(server).complete(turns, LIMITS, tools=[TOOL])
    assert "describe" in server.requests[0].text and "340 rows" in server.requests[0].text


def test_a_temperature_that_a_model_does_not_take_is_left_out_from_then_on() -> None:
    wire = OpenAIWire()
    refusal = failing(400, "Unsupported value: 'temperature' does not support 0 with this model.")
    with ScriptedServer([refusal, wire.text("SELECT 1")]) as server:
        model = open_at(server, wire.spec)
        assert model.complete(TURNS, LIMITS).text == "SELECT 1"
        assert model.complete(TURNS, LIMITS).text == "SELECT 1"
    assert ["temperature" in request.text for request in server.requests] == [True, False, False]


def test_an_older_model_gives_structured_output_as_a_call() -> None:
    wire = AnthropicWire()
    with ScriptedServer([wire.tool_call("reply", REPLY)]) as server:
        reply = open_at(server, "anthropic:claude-nobody-knows").complete(TURNS, LIMITS, output_schema=SCHEMA)
    assert json.loads(reply.text) == REPLY
    assert server.bodies[0]["tool_choice"] == {"type": "tool", "name": "reply"}


def test_a_server_without_structured_output_is_asked_for_plain_text_from_then_on() -> None:
    wire = OpenAIWire()
    refusal = failing(400, "response_format of type json_schema is not supported")
    with ScriptedServer([refusal, wire.structured(REPLY)]) as server:
        model = open_at(server, "openai-compatible:small")
        assert model.has_structured_output
        assert json.loads(model.complete(TURNS, LIMITS, output_schema=SCHEMA).text) == REPLY
        assert not model.has_structured_output


def test_a_model_that_thinks_gets_room_for_its_thoughts() -> None:
    wire = OpenAIWire()
    with ScriptedServer([wire.text("SELECT 1")]) as server:
        open_at(server, "openai:gpt-5-mini").complete(TURNS, LIMITS)
    assert server.bodies[0]["max_completion_tokens"] > 5_000


def test_a_model_that_the_library_does_not_know_gets_room_for_thoughts_too() -> None:
    wire = OpenAIWire()
    with ScriptedServer([wire.text("SELECT 1")]) as server:
        open_at(server, "openai:gpt-77-nobody-knows").complete(TURNS, LIMITS)
        open_at(server, "openai-compatible:nobody-knows").complete(TURNS, LIMITS)
    sizes = [body.get("max_completion_tokens") or body.get("max_tokens") for body in server.bodies]
    assert sizes[0] > 5_000 and sizes[1] == 300


def test_a_compatible_server_tells_how_sure_it_was() -> None:
    tokens = [{"token": "SELECT", "logprob": -0.5}, {"token": " 1", "logprob": -0.1}]
    body = json.loads(OpenAIWire().text("SELECT 1").body)
    body["choices"][0]["logprobs"] = {"content": tokens}
    with ScriptedServer([ScriptedReply(json.dumps(body).encode())]) as server:
        reply = open_at(server, "openai-compatible:small").complete(TURNS, replace(LIMITS, stop_at=(";",)))
    assert reply.log_probability == pytest.approx(-0.3)
    sent = server.bodies[0]
    assert (sent["logprobs"], sent["max_tokens"], sent["stop"]) == (True, 300, [";"])
    assert reply.usage.cost == 0


def open_at(server: ScriptedServer, spec: str) -> ChatModel:
    provider = spec.partition(":")[0]
    url = f"{server.url}/v1" if provider.startswith("openai") else server.url
    settings = ModelSettings(endpoints={provider: Endpoint(base_url=url)})
    return open_model(spec, settings, environ={"OPENAI_API_KEY": "abcdefgh", "ANTHROPIC_API_KEY": "abcdefgh"})
