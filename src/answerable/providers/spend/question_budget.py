"""A question's budget around a model: so many calls, tokens, seconds and dollars for all that one question needs."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.providers.chat_model import CallLimits, ModelReply, ModelUnavailable, TokenUsage
from answerable.providers.spend.day_budget import budget_used_up

if TYPE_CHECKING:
    from answerable.providers.chat_model import ChatModel, ChatTurn, ToolDescription
    from answerable.providers.model_settings import ModelSettings

__all__ = ["QuestionModel", "for_question"]


def for_question(model: ChatModel, settings: ModelSettings) -> QuestionModel:
    """The model for one question; threads of the question may share it."""
    return QuestionModel(model, settings)


@dataclass(slots=True)
class QuestionModel:
    """The clock begins with the first call."""

    model: ChatModel
    settings: ModelSettings
    _usage: TokenUsage = field(default_factory=TokenUsage, init=False)
    _deadline: float | None = field(default=None, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def is_remote(self) -> bool:
        return self.model.is_remote

    @property
    def has_structured_output(self) -> bool:
        return self.model.has_structured_output

    @property
    def usage(self) -> TokenUsage:
        """Of the question until now."""
        return self._usage

    def complete(
        self,
        turns: Sequence[ChatTurn],
        limits: CallLimits,
        *,
        output_schema: Mapping[str, Any] | None = None,
        tools: Sequence[ToolDescription] = (),
    ) -> ModelReply:
        bounded = self._begin(limits)
        try:
            reply = self.model.complete(turns, bounded, output_schema=output_schema, tools=tools)
        except ModelUnavailable as error:
            self._end(error.usage)
            raise
        self._end(reply.usage)
        return reply

    def _begin(self, limits: CallLimits) -> CallLimits:
        """The call counts from now on, whatever comes of it."""
        with self._lock:
            left = self._seconds_left()
            self._demand_budget(left)
            self._usage += TokenUsage(calls=1)
        return replace(
            limits,
            seconds=min(limits.seconds, left),
            reply_tokens=min(limits.reply_tokens, self.settings.reply_tokens, self._tokens_left()),
        )

    def _seconds_left(self) -> float:
        if self._deadline is None:
            self._deadline = time.monotonic() + self.settings.question_seconds
        return self._deadline - time.monotonic()

    def _tokens_left(self) -> int:
        return self.settings.question_tokens - self._usage.prompt_tokens - self._usage.reply_tokens

    def _demand_budget(self, seconds_left: float) -> None:
        most, used = self.settings, self._usage
        if used.calls >= most.question_calls:
            raise budget_used_up(msg("models.question_calls", most=most.question_calls), "question_calls")
        if self._tokens_left() <= 0:
            raise budget_used_up(msg("models.question_tokens", most=most.question_tokens), "question_tokens")
        if seconds_left <= 0:
            raise budget_used_up(msg("models.question_seconds", most=most.question_seconds), "question_seconds")
        if used.cost >= most.question_cost:
            raise budget_used_up(msg("models.question_cost", most=most.question_cost), "question_cost")

    def _end(self, usage: TokenUsage) -> None:
        with self._lock:
            self._usage += replace(usage, calls=max(usage.calls - 1, 0))
