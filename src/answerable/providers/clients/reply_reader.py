"""A message of langchain-core as a reply; what is none (cut off, refused, empty, endless) is a failure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from answerable.kernel.light_dataclass import dataclass
from answerable.providers.chat_model import ModelReply, TokenUsage, ToolCall
from answerable.providers.clients.chat_messages import REPLY_TOOL
from answerable.providers.model_failures import failure

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage

    from answerable.providers.spend.price_table import Price

__all__ = ["ReplyReader"]

MOST_CHARACTERS = 200_000
"""Of a reply: no SQL and no explanation is as long."""
_CUT_OFF = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})
_CONTEXT_FULL = frozenset({"model_context_window_exceeded"})
# fmt: off
_REFUSED = frozenset({
    "blocklist", "content_filter", "image_safety", "language", "prohibited_content", "recitation", "refusal", "safety",
    "spii",
})
# fmt: on
_BROKEN_CALL = frozenset({"malformed_function_call", "unexpected_tool_call"})
_FENCE = re.compile(r"```[a-zA-Z]*\s*\n(?P<inside>.*?)```", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ReplyReader:
    model: str
    """PROVIDER:MODEL."""
    price: Price

    def read(self, message: AIMessage, seconds: float, *, wants_json: bool) -> ModelReply:
        """Raises ModelUnavailable."""
        usage = self._usage(message, seconds)
        text, calls = str(message.text), _tool_calls(message)
        if len(text) > MOST_CHARACTERS:
            raise failure("too_long", self.model, usage=usage, most=MOST_CHARACTERS)
        self._demand_whole(message, usage)
        answers = [call for call in calls if call.name == REPLY_TOOL] if wants_json else []
        if answers:
            text, calls = json.dumps(dict(answers[0].arguments), ensure_ascii=False), ()
        if not text.strip() and not calls:
            raise failure("empty", self.model, usage=usage)
        if wants_json and not calls:
            text = self._json_text(text, usage)
        return ModelReply(text, calls, usage, _log_probability(message.response_metadata), self.model)

    def _demand_whole(self, message: AIMessage, usage: TokenUsage) -> None:
        ended = _ending(message.response_metadata)
        if message.additional_kwargs.get("refusal") or ended in _REFUSED or _is_blocked(message.response_metadata):
            raise failure("refused", self.model, usage=usage)
        if ended in _CUT_OFF:
            raise failure("cut_off", self.model, usage=usage)
        if ended in _CONTEXT_FULL:
            raise failure("context_too_small", self.model, usage=usage)
        if ended in _BROKEN_CALL or message.invalid_tool_calls:
            raise failure("bad_reply", self.model, usage=usage)
        if not ended:
            raise failure("stream_cut" if message.content else "bad_reply", self.model, usage=usage)

    def _json_text(self, text: str, usage: TokenUsage) -> str:
        for candidate in (text, *(found["inside"] for found in _FENCE.finditer(text)), _between_braces(text)):
            if _is_json_object(candidate):
                return candidate.strip()
        raise failure("bad_reply", self.model, usage=usage)

    def _usage(self, message: AIMessage, seconds: float) -> TokenUsage:
        counted: Mapping[str, Any] = message.usage_metadata or {}
        prompt, reply = counted.get("input_tokens", 0), counted.get("output_tokens", 0)
        details = counted.get("input_token_details") or {}
        cached, kept = details.get("cache_read") or 0, details.get("cache_creation") or 0
        return TokenUsage(1, prompt, reply, seconds, self.price.cost(prompt, reply, cached, kept))


def _tool_calls(message: AIMessage) -> tuple[ToolCall, ...]:
    return tuple(
        ToolCall(call.get("id") or f"call_{number}", call["name"], call["args"])
        for number, call in enumerate(message.tool_calls, start=1)
    )


def _ending(told: Mapping[str, Any]) -> str:
    return str(told.get("finish_reason") or told.get("stop_reason") or told.get("done_reason") or "").lower()


def _is_blocked(told: Mapping[str, Any]) -> bool:
    """Google says so of a prompt that gets no reply at all."""
    feedback = told.get("prompt_feedback")
    return isinstance(feedback, Mapping) and bool(feedback.get("block_reason"))


def _between_braces(text: str) -> str:
    return text[text.find("{") : text.rfind("}") + 1]


def _is_json_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _log_probability(told: Mapping[str, Any]) -> float | None:
    tokens = (told.get("logprobs") or {}).get("content") or ()
    figures = [token["logprob"] for token in tokens if isinstance(token.get("logprob"), int | float)]
    return sum(figures) / len(figures) if figures else None
