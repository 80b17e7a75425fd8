"""One hash of what a model gets, for receipts; and a key for replays, that is the same on another day."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence

from answerable.providers import ChatTurn, ToolDescription

__all__ = ["prompt_hash", "replay_key"]

_TODAY = re.compile(r"Today is (\d{4}-\d{2}-\d{2})")


def prompt_hash(turns: Sequence[ChatTurn], tools: Sequence[ToolDescription] = ()) -> str:
    """SHA-256 over every turn with its tool calls, and the names of the tools."""
    return _hash(_text(turns, tools))


def replay_key(turns: Sequence[ChatTurn], tools: Sequence[ToolDescription] = ()) -> str:
    text = _text(turns, tools)
    today = _TODAY.search(text)
    return _hash(text.replace(today[1], "today") if today else text)


def _text(turns: Sequence[ChatTurn], tools: Sequence[ToolDescription]) -> str:
    plain = [
        [turn.role, turn.text, [[c.id, c.name, dict(c.arguments)] for c in turn.tool_calls], turn.tool_call_id]
        for turn in turns
    ]
    return json.dumps([plain, [tool.name for tool in tools]], ensure_ascii=False, sort_keys=True, default=str)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
