"""Language models behind one interface: remote ones by their own client libraries, local files by llama.cpp."""

from __future__ import annotations

from answerable.providers.chat_model import (
    CallLimits,
    ChatModel,
    ChatTurn,
    ModelReply,
    ModelUnavailable,
    TokenUsage,
    ToolCall,
    ToolDescription,
)

__all__ = [
    "CallLimits",
    "ChatModel",
    "ChatTurn",
    "ModelReply",
    "ModelUnavailable",
    "TokenUsage",
    "ToolCall",
    "ToolDescription",
]
