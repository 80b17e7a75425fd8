"""A model whose prompts and replies are written to a file, a line of JSON each."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from answerable.hybrid.prompt.prompt_hash import prompt_hash, replay_key
from answerable.kernel.errors import BadSetting
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.providers import CallLimits, ChatTurn, ModelReply, ModelUnavailable, ToolDescription

if TYPE_CHECKING:
    from answerable.providers import ChatModel

__all__ = ["RecordingModel"]


@dataclass(frozen=True)
class RecordingModel:
    model: ChatModel
    file: Path
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def is_remote(self) -> bool:
        return self.model.is_remote

    @property
    def has_structured_output(self) -> bool:
        return self.model.has_structured_output

    def complete(
        self,
        turns: Sequence[ChatTurn],
        limits: CallLimits,
        *,
        output_schema: Mapping[str, Any] | None = None,
        tools: Sequence[ToolDescription] = (),
    ) -> ModelReply:
        """The prompt is in the file before it is sent, whatever comes of it."""
        head = {
            "prompt": prompt_hash(turns, tools),
            "key": replay_key(turns, tools),
            "model": self.name,
            "is_remote": self.is_remote,
            "has_structured_output": self.has_structured_output,
        }
        told = [{"role": turn.role, "text": turn.text} for turn in turns]
        self._write({**head, "turns": told, "tools": [tool.name for tool in tools]})
        try:
            reply = self.model.complete(turns, limits, output_schema=output_schema, tools=tools)
        except ModelUnavailable as error:
            self._write({**head, "failure": {"message": error.message, "reason": error.reason}})
            raise
        self._write({**head, "reply": _as_json(reply)})
        return reply

    def _write(self, entry: Mapping[str, Any]) -> None:
        line = json.dumps(entry, ensure_ascii=False, default=str) + "\n"
        try:
            with self._lock, self.file.open("a", encoding="utf-8", errors="replace") as file:
                file.write(line)
        except OSError as error:
            raise BadSetting(msg("model.cannot_record", file=self.file, reason=error.strerror)) from None


def _as_json(reply: ModelReply) -> dict[str, Any]:
    calls = [{"id": call.id, "name": call.name, "arguments": dict(call.arguments)} for call in reply.tool_calls]
    return {
        "text": reply.text,
        "tool_calls": calls,
        "usage": asdict(reply.usage),
        "log_probability": reply.log_probability,
        "model": reply.model,
    }
