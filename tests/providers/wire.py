"""Replies in the wire formats of OpenAI, Anthropic and Gemini, behind one set of names."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Protocol

from tests.providers.scripted_server import ScriptedReply

__all__ = ["WIRES", "AnthropicWire", "GoogleWire", "OpenAIWire", "Wire"]

PROMPT_TOKENS, REPLY_TOKENS = 120, 30


class Wire(Protocol):
    spec: str
    key_variable: str

    def text(self, text: str, ending: str = "") -> ScriptedReply: ...

    def structured(self, value: Mapping[str, Any]) -> ScriptedReply: ...

    def tool_call(self, name: str, arguments: Mapping[str, Any]) -> ScriptedReply: ...

    def cut_off(self, text: str) -> ScriptedReply: ...

    def refusal(self) -> ScriptedReply: ...

    def stream(self, text: str) -> ScriptedReply: ...

    def schema_of(self, body: Any) -> Any:
        """The JSON schema that a request asked to be followed."""
        ...


class OpenAIWire:
    spec = "openai:gpt-4.1-mini"
    key_variable = "OPENAI_API_KEY"

    def text(self, text: str, ending: str = "") -> ScriptedReply:
        return self._reply({"content": text}, ending or "stop")

    def structured(self, value: Mapping[str, Any]) -> ScriptedReply:
        return self.text(json.dumps(value))

    def tool_call(self, name: str, arguments: Mapping[str, Any]) -> ScriptedReply:
        call = {
            "id": "call_1",
            "type": "function",
            "function": {"name": name, "arguments": json.dumps(arguments)},
        }
        return self._reply({"content": None, "tool_calls": [call]}, "tool_calls")

    def cut_off(self, text: str) -> ScriptedReply:
        return self.text(text, "length")

    def refusal(self) -> ScriptedReply:
        return self._reply({"content": None, "refusal": "I cannot help with that."}, "stop")

    def stream(self, text: str) -> ScriptedReply:
        half = len(text) // 2
        chunks: list[dict[str, Any]] = [
            {"delta": {"role": "assistant", "content": text[:half]}, "index": 0, "finish_reason": None},
            {"delta": {"content": text[half:]}, "index": 0, "finish_reason": None},
            {"delta": {}, "index": 0, "finish_reason": "stop"},
        ]
        events = [self._envelope("chat.completion.chunk", [chunk]) for chunk in chunks]
        return _event_stream(
            [*map(json.dumps, events), json.dumps({**events[0], **_OPENAI_USAGE, "choices": []}), "[DONE]"]
        )

    def schema_of(self, body: Any) -> Any:
        return body["response_format"]["json_schema"]["schema"]

    def _reply(self, message: Mapping[str, Any], ending: str) -> ScriptedReply:
        choice = {"index": 0, "finish_reason": ending, "message": {"role": "assistant", **message}}
        return _json({**self._envelope("chat.completion", [choice]), **_OPENAI_USAGE})

    def _envelope(self, kind: str, choices: list[Any]) -> dict[str, Any]:
        return {"id": "chatcmpl-1", "object": kind, "created": 1, "model": "scripted", "choices": choices}


_OPENAI_USAGE = {
    "usage": {
        "prompt_tokens": PROMPT_TOKENS,
        "completion_tokens": REPLY_TOKENS,
        "total_tokens": PROMPT_TOKENS + REPLY_TOKENS,
    }
}


class AnthropicWire:
    """Of a model with structured output."""

    spec = "anthropic:claude-opus-4-8"
    key_variable = "ANTHROPIC_API_KEY"

    def text(self, text: str, ending: str = "") -> ScriptedReply:
        return self._reply([{"type": "text", "text": text}] if text else [], ending or "end_turn")

    def structured(self, value: Mapping[str, Any]) -> ScriptedReply:
        return self.text(json.dumps(value))

    def tool_call(self, name: str, arguments: Mapping[str, Any]) -> ScriptedReply:
        return self._reply([{"type": "tool_use", "id": "toolu_1", "name": name, "input": dict(arguments)}], "tool_use")

    def cut_off(self, text: str) -> ScriptedReply:
        return self.text(text, "max_tokens")

    def refusal(self) -> ScriptedReply:
        return self.text("", "refusal")

    def stream(self, text: str) -> ScriptedReply:
        return _event_stream([json.dumps(event) for event in self._events(text)], named=True)

    def _events(self, text: str) -> Iterator[dict[str, Any]]:
        half = len(text) // 2
        yield {"type": "message_start", "message": {**self._message([], ""), "stop_reason": None}}
        yield {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
        for part in (text[:half], text[half:]):
            yield {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": part}}
        yield {"type": "content_block_stop", "index": 0}
        ending = {"stop_reason": "end_turn", "stop_sequence": None}
        yield {"type": "message_delta", "delta": ending, "usage": {"output_tokens": REPLY_TOKENS}}
        yield {"type": "message_stop"}

    def schema_of(self, body: Any) -> Any:
        return body["output_config"]["format"]["schema"]

    def _reply(self, content: list[Any], ending: str) -> ScriptedReply:
        return _json(self._message(content, ending))

    def _message(self, content: list[Any], ending: str) -> dict[str, Any]:
        usage = {"input_tokens": PROMPT_TOKENS, "output_tokens": REPLY_TOKENS}
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "scripted",
            "content": content,
            "stop_reason": ending,
            "stop_sequence": None,
            "usage": usage,
        }


class GoogleWire:
    spec = "google:gemini-2.5-flash"
    key_variable = "GOOGLE_API_KEY"

    def text(self, text: str, ending: str = "") -> ScriptedReply:
        return _json(self._candidate([{"text": text}] if text else [], ending or "STOP"))

    def structured(self, value: Mapping[str, Any]) -> ScriptedReply:
        return self.text(json.dumps(value))

    def tool_call(self, name: str, arguments: Mapping[str, Any]) -> ScriptedReply:
        return _json(self._candidate([{"functionCall": {"name": name, "args": dict(arguments)}}], "STOP"))

    def cut_off(self, text: str) -> ScriptedReply:
        return self.text(text, "MAX_TOKENS")

    def refusal(self) -> ScriptedReply:
        return self.text("", "SAFETY")

    def stream(self, text: str) -> ScriptedReply:
        half = len(text) // 2
        parts = [self._candidate([{"text": text[:half]}], ""), self._candidate([{"text": text[half:]}], "STOP")]
        return _event_stream([json.dumps(part) for part in parts])

    def schema_of(self, body: Any) -> Any:
        config = body["generationConfig"]
        return config.get("responseJsonSchema") or config.get("response_json_schema")

    def _candidate(self, parts: list[Any], ending: str) -> dict[str, Any]:
        candidate: dict[str, Any] = {"content": {"role": "model", "parts": parts}, "index": 0}
        if ending:
            candidate["finishReason"] = ending
        usage = {
            "promptTokenCount": PROMPT_TOKENS,
            "candidatesTokenCount": REPLY_TOKENS,
            "totalTokenCount": PROMPT_TOKENS + REPLY_TOKENS,
        }
        return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "scripted"}


WIRES: tuple[Wire, ...] = (OpenAIWire(), AnthropicWire(), GoogleWire())


def _json(value: Any) -> ScriptedReply:
    return ScriptedReply(json.dumps(value).encode())


def _event_stream(events: list[str], *, named: bool = False) -> ScriptedReply:
    lines = [f"event: {json.loads(event)['type']}\n" if named else "" for event in events]
    body = "".join(f"{line}data: {event}\n\n" for line, event in zip(lines, events, strict=True))
    return replace(ScriptedReply(body.encode()), content_type="text/event-stream")
