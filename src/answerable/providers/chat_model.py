"""What every language model is to the rest of the product: turns go in, one reply comes out, within a deadline."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any, Literal, Protocol

from answerable.kernel.errors import CouldNotAnswer
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage

__all__ = [
    "CallLimits",
    "ChatModel",
    "ChatTurn",
    "FailureReason",
    "ModelReply",
    "ModelUnavailable",
    "TokenUsage",
    "ToolCall",
    "ToolDescription",
]


FailureReason = Literal[
    "bad_reply",
    "bad_request",
    "budget",
    "context_too_small",
    "cut_off",
    "empty",
    "missing_extra",
    "no_key",
    "other",
    "rate_limited",
    "refused",
    "server_error",
    "timed_out",
    "too_long",
    "unknown_model",
    "unreachable",
    "wrong_key",
]


@dataclass(frozen=True, slots=True)
class TokenUsage:
    """What one call, or several, took."""

    calls: int = 0
    prompt_tokens: int = 0
    reply_tokens: int = 0
    seconds: float = 0.0
    cost: float = 0.0
    """US dollars by the price table; 0 for local models."""

    def __add__(self, other: TokenUsage) -> TokenUsage:
        return TokenUsage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.reply_tokens + other.reply_tokens,
            self.seconds + other.seconds,
            self.cost + other.cost,
        )


class ModelUnavailable(CouldNotAnswer):
    """The model gave no usable reply: no key, not reached, refused, cut off, budget used up. The embedded engine may
    still answer. `usage` is what the call took all the same."""

    code = "model_unavailable"

    def __init__(
        self,
        message: CodedMessage | str,
        *,
        hint: CodedMessage | str = "",
        reason: FailureReason = "other",
        usage: TokenUsage | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.reason = reason
        self.usage = usage or TokenUsage()


@dataclass(frozen=True, slots=True)
class ToolCall:
    id: str
    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolDescription:
    name: str
    description: str
    parameters: Mapping[str, Any]
    """JSON schema of its arguments."""


@dataclass(frozen=True, slots=True)
class ChatTurn:
    role: Literal["system", "user", "assistant", "tool"]
    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    """Of an assistant's turn."""
    tool_call_id: str = ""
    """Of a tool's turn: which call it answers."""


@dataclass(frozen=True, slots=True)
class ModelReply:
    text: str
    """For structured output, the JSON text."""
    tool_calls: tuple[ToolCall, ...] = ()
    usage: TokenUsage = field(default_factory=TokenUsage)
    log_probability: float | None = None
    """Mean over the reply's tokens, where the model tells it."""
    model: str = ""
    """PROVIDER:MODEL that gave it; of a chain not always the first."""


@dataclass(frozen=True, slots=True)
class CallLimits:
    """Of one call."""

    seconds: float
    reply_tokens: int = 1_000
    stop_at: tuple[str, ...] = ()
    """Texts that end the reply; they are not part of it."""
    temperature: float = 0.0
    raise_if_cancelled: Callable[[], None] | None = None
    """Called again and again while the reply is waited for; what it raises ends the call at once."""


class ChatModel(Protocol):
    """Threads may share it; calls do not wait for each other."""

    @property
    def name(self) -> str:
        """PROVIDER:MODEL."""
        ...

    @property
    def is_remote(self) -> bool:
        """Whether prompts leave this machine."""
        ...

    @property
    def has_structured_output(self) -> bool: ...

    def complete(
        self,
        turns: Sequence[ChatTurn],
        limits: CallLimits,
        *,
        output_schema: Mapping[str, Any] | None = None,
        tools: Sequence[ToolDescription] = (),
    ) -> ModelReply:
        """Raises ModelUnavailable. With an `output_schema` the reply's text is JSON; whether it fits is for the caller
        to see."""
        ...
