"""Turns as langchain-core's messages, tools and schemas as its libraries take them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

    from answerable.providers.chat_model import ChatTurn, ToolDescription

__all__ = ["REPLY_TOOL", "is_strict", "messages_of", "reply_tool", "tool_as_function"]

REPLY_TOOL = "reply"
"""Of providers that give structured output as the arguments of a call."""


def messages_of(turns: Sequence[ChatTurn]) -> list[BaseMessage]:
    return [_message(turn) for turn in turns]


def _message(turn: ChatTurn) -> BaseMessage:
    from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

    if turn.role == "system":
        return SystemMessage(turn.text)
    if turn.role == "user":
        return HumanMessage(turn.text)
    if turn.role == "tool":
        return ToolMessage(turn.text, tool_call_id=turn.tool_call_id)
    calls = [{"id": call.id, "name": call.name, "args": dict(call.arguments)} for call in turn.tool_calls]
    return AIMessage(turn.text, tool_calls=calls)


def tool_as_function(tool: ToolDescription) -> dict[str, Any]:
    return _function(tool.name, tool.description, tool.parameters)


def reply_tool(schema: Mapping[str, Any]) -> dict[str, Any]:
    return _function(REPLY_TOOL, "Give the final answer.", schema)


def _function(name: str, description: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    plain = json.loads(json.dumps(parameters, default=dict))
    return {"type": "function", "function": {"name": name, "description": description, "parameters": plain}}


def is_strict(schema: Any) -> bool:
    """Whether servers that follow a schema to the letter take it: every property is required, no other is allowed."""
    if isinstance(schema, Mapping):
        is_object = "properties" in schema
        closed = schema.get("additionalProperties") is False
        complete = set(schema.get("required", ())) == set(schema.get("properties", ()))
        return (not is_object or (closed and complete)) and all(map(is_strict, schema.values()))
    return not isinstance(schema, list) or all(map(is_strict, schema))
