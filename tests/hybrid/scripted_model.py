"""A model that gives scripted replies in order, the last again and again; it keeps what it was asked."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from answerable.providers import CallLimits, ChatTurn, ModelReply, TokenUsage, ToolCall, ToolDescription

__all__ = ["ScriptedModel", "proposal", "tool_call"]

Reply = str | ModelReply | Exception | Callable[[Sequence[ChatTurn]], str]


class ScriptedModel:
    def __init__(
        self,
        *replies: Reply,
        name: str = "openai:scripted",
        is_remote: bool = False,
        has_structured_output: bool = True,
        seconds: float = 0.0,
    ) -> None:
        self.name, self.is_remote, self.has_structured_output = name, is_remote, has_structured_output
        self.asked: list[tuple[ChatTurn, ...]] = []
        self.offered: list[tuple[str, ...]] = []
        self.most_at_once = self._running = 0
        self._replies, self._seconds, self._lock = list(replies), seconds, threading.Lock()

    def complete(
        self,
        turns: Sequence[ChatTurn],
        limits: CallLimits,
        *,
        output_schema: Mapping[str, Any] | None = None,
        tools: Sequence[ToolDescription] = (),
    ) -> ModelReply:
        with self._lock:
            self._running += 1
            self.most_at_once = max(self.most_at_once, self._running)
            self.asked.append(tuple(turns))
            self.offered.append(tuple(tool.name for tool in tools))
            reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        time.sleep(self._seconds)
        with self._lock:
            self._running -= 1
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, ModelReply):
            return reply
        text = reply if isinstance(reply, str) else reply(turns)
        return ModelReply(text, usage=TokenUsage(1, 100, 20, 0.01))

    @property
    def prompts(self) -> list[str]:
        return ["\n".join(turn.text for turn in turns) for turns in self.asked]


def proposal(sql: str | None, **given: Any) -> str:
    empty: dict[str, Any] = {"reasoning": "", "tables": [], "assumptions": [], "left_out": [], "clarification": None}
    return json.dumps({**empty, "sql": sql, **given})


def tool_call(name: str, **arguments: str) -> ModelReply:
    return ModelReply("", (ToolCall(f"call-{name}", name, arguments),), TokenUsage(1, 100, 20, 0.01))
