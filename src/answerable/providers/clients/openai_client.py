"""OpenAI's chat completions, and those of every server that speaks like it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from answerable.kernel.light_dataclass import dataclass
from answerable.providers.clients.chat_messages import messages_of

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

    from answerable.providers.chat_model import ChatTurn
    from answerable.providers.clients.library import Address, Wishes

__all__ = ["OpenAIClient"]


@dataclass(frozen=True, slots=True)
class OpenAIClient:
    is_compatible: bool = False
    """A server that only speaks like OpenAI's: older words for its wishes, log probabilities asked for."""

    @property
    def package(self) -> str:
        return "langchain_openai"

    @property
    def has_reply_tool(self) -> bool:
        return False

    def make(self, address: Address) -> BaseChatModel:
        from langchain_openai import ChatOpenAI

        return ChatOpenAI(
            model=address.model,
            base_url=address.base_url,
            api_key=address.key or "none",  # type: ignore[arg-type]
            max_retries=0,
            timeout=None,
            streaming=address.stream,
            stream_usage=address.stream,
            use_responses_api=False,
        )

    def messages(self, turns: Sequence[ChatTurn]) -> list[BaseMessage]:
        return messages_of(turns)

    def options(self, wishes: Wishes) -> dict[str, Any]:
        stop = {"stop": list(wishes.limits.stop_at)} if wishes.limits.stop_at and "stop" not in wishes.dropped else {}
        # As a part of the body: given by name, the library would parse the reply itself, and take strict tools only.
        body = {"extra_body": {**wishes.response_format, self._size: wishes.reply_tokens}}
        return {**wishes.sampling, **stop, **body, **self._scores(wishes)}

    @property
    def _size(self) -> str:
        return "max_tokens" if self.is_compatible else "max_completion_tokens"

    def _scores(self, wishes: Wishes) -> dict[str, Any]:
        return {"logprobs": True, "top_logprobs": 1} if self.is_compatible and "logprobs" not in wishes.dropped else {}

    def tools(self, wishes: Wishes) -> tuple[list[dict[str, Any]], str | None]:
        return wishes.functions, None
