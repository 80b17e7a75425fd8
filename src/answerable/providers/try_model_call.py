"""One short call, to see whether a model replies and what that takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.providers.chat_model import CallLimits, ChatTurn

if TYPE_CHECKING:
    from answerable.providers.chat_model import ChatModel, ModelReply

__all__ = ["try_call"]

_GREETING = (ChatTurn("system", "You check a connection."), ChatTurn("user", "Reply with the one word: ready"))
_TOKENS = 20


def try_call(model: ChatModel, seconds: float) -> ModelReply:
    """Raises ModelUnavailable where it gets no reply."""
    return model.complete(_GREETING, CallLimits(seconds, _TOKENS))
