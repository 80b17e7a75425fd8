"""Anthropic's messages. Models without structured output give it as the arguments of a call that they have to make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from answerable.providers.clients.chat_messages import REPLY_TOOL, messages_of

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

    from answerable.providers.chat_model import ChatTurn
    from answerable.providers.clients.library import Address, Wishes

__all__ = ["AnthropicClient"]

_KEPT = {"cache_control": {"type": "ephemeral"}}
"""The schema comes first, the same for every question: the provider keeps it for a while, at a tenth of the price."""


class AnthropicClient:
    @property
    def package(self) -> str:
        return "langchain_anthropic"

    @property
    def has_reply_tool(self) -> bool:
        return True

    def make(self, address: Address) -> BaseChatModel:
        from langchain_anthropic import ChatAnthropic

        return ChatAnthropic(
            model_name=address.model,
            base_url=address.base_url,
            api_key=address.key,  # type: ignore[arg-type]
            max_retries=0,
            timeout=None,
            stop=None,
            streaming=address.stream,
        )

    def messages(self, turns: Sequence[ChatTurn]) -> list[BaseMessage]:
        messages = messages_of(turns)
        if turns and turns[0].role == "system":
            messages[0].content = [{"type": "text", "text": turns[0].text, **_KEPT}]
        return messages

    def options(self, wishes: Wishes) -> dict[str, Any]:
        stop = {"stop": list(wishes.limits.stop_at)} if wishes.limits.stop_at else {}
        shape = {} if "native_schema" in wishes.dropped else wishes.response_format
        return {**wishes.sampling, **stop, **shape, "max_tokens": wishes.reply_tokens}

    def tools(self, wishes: Wishes) -> tuple[list[dict[str, Any]], str | None]:
        if wishes.schema is None or "native_schema" not in wishes.dropped:
            return wishes.functions, None
        return wishes.functions_with_reply, "any" if wishes.tools else REPLY_TOOL
