"""What differs between the client libraries: how a model is made, and how a call's wishes are spelled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from answerable.kernel.light_dataclass import dataclass
from answerable.providers.chat_model import CallLimits
from answerable.providers.clients.chat_messages import is_strict, reply_tool, tool_as_function

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

    from answerable.providers.chat_model import ChatTurn, ToolDescription

__all__ = ["Address", "ClientLibrary", "Wishes"]


@dataclass(frozen=True, slots=True)
class Address:
    """Where a model is reached."""

    model: str
    base_url: str
    key: str
    stream: bool = False


_THOUGHT_TOKENS = 8_000


@dataclass(frozen=True, slots=True)
class Wishes:
    """Of one call, without what the model does not take (`dropped`)."""

    limits: CallLimits
    output_schema: Mapping[str, Any] | None = None
    tools: Sequence[ToolDescription] = ()
    dropped: frozenset[str] = frozenset()
    """Of `temperature`, `logprobs`, `stop`, `response_format`, `native_schema`."""
    thinks: bool = False
    """Whether the model thinks before it replies, at the cost of the tokens a reply may have."""

    @property
    def reply_tokens(self) -> int:
        return self.limits.reply_tokens + (_THOUGHT_TOKENS if self.thinks else 0)

    @property
    def sampling(self) -> dict[str, Any]:
        return {} if "temperature" in self.dropped else {"temperature": self.limits.temperature}

    @property
    def schema(self) -> Mapping[str, Any] | None:
        return None if "response_format" in self.dropped else self.output_schema

    @property
    def response_format(self) -> dict[str, Any]:
        if self.schema is None:
            return {}
        named = {"name": "reply", "schema": self.schema, "strict": is_strict(self.schema)}
        return {"response_format": {"type": "json_schema", "json_schema": named}}

    @property
    def functions(self) -> list[dict[str, Any]]:
        return [tool_as_function(tool) for tool in self.tools]

    @property
    def functions_with_reply(self) -> list[dict[str, Any]]:
        return [*self.functions, reply_tool(self.schema)] if self.schema is not None else self.functions


class ClientLibrary(Protocol):
    @property
    def package(self) -> str:
        """That must be installed."""
        ...

    @property
    def has_reply_tool(self) -> bool:
        """Whether a model without structured output can be made to give it as a call."""
        ...

    def make(self, address: Address) -> BaseChatModel: ...

    def messages(self, turns: Sequence[ChatTurn]) -> list[BaseMessage]: ...

    def options(self, wishes: Wishes) -> dict[str, Any]:
        """Of the call, tools apart."""
        ...

    def tools(self, wishes: Wishes) -> tuple[list[dict[str, Any]], str | None]:
        """With whether one must be called: `any`, a name, or None."""
        ...
