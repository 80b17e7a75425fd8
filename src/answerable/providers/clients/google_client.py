"""Google's Gemini. Where tools are given, the reply is a tool too: older models take a schema or tools, not both."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from answerable.providers.clients.chat_messages import messages_of

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

    from answerable.providers.chat_model import ChatTurn
    from answerable.providers.clients.library import Address, Wishes

__all__ = ["GoogleClient"]

_ONCE = 1
"""Attempts: this library takes 0 for its own default."""


class GoogleClient:
    @property
    def package(self) -> str:
        return "langchain_google_genai"

    @property
    def has_reply_tool(self) -> bool:
        return False

    def make(self, address: Address) -> BaseChatModel:
        from langchain_google_genai import ChatGoogleGenerativeAI

        logging.getLogger("langchain_google_genai").setLevel(logging.ERROR)  # an empty reply is told by our own error
        return ChatGoogleGenerativeAI(
            model=address.model,
            base_url=address.base_url,
            api_key=address.key,
            vertexai=False,
            max_retries=_ONCE,
            streaming=address.stream,
        )

    def messages(self, turns: Sequence[ChatTurn]) -> list[BaseMessage]:
        return messages_of(turns)

    def options(self, wishes: Wishes) -> dict[str, Any]:
        stop = {"stop": list(wishes.limits.stop_at)} if wishes.limits.stop_at else {}
        shape = {} if wishes.tools else wishes.response_format
        return {**wishes.sampling, **stop, **shape, "max_output_tokens": wishes.reply_tokens}

    def tools(self, wishes: Wishes) -> tuple[list[dict[str, Any]], str | None]:
        if not wishes.tools or wishes.schema is None:
            return wishes.functions, None
        return wishes.functions_with_reply, "any"
