"""A project's budget of a day around a model: asked before each call, written down after it."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg
from answerable.providers.chat_model import CallLimits, ModelReply, ModelUnavailable, TokenUsage

if TYPE_CHECKING:
    from answerable.providers.chat_model import ChatModel, ChatTurn, ToolDescription
    from answerable.providers.model_settings import ModelSettings
    from answerable.providers.spend.usage_ledger import UsageLedger

__all__ = ["DayBudgetModel", "budget_used_up"]


def budget_used_up(what: CodedMessage, setting: str) -> ModelUnavailable:
    """`setting` is what raises the limit."""
    return ModelUnavailable(what, hint=msg("models.raise_setting", setting=setting), reason="budget")


@dataclass(frozen=True, slots=True)
class DayBudgetModel:
    """Calls that run at the same moment may each still begin: the budget is overstepped by at most those."""

    model: ChatModel
    ledger: UsageLedger
    project: str
    settings: ModelSettings

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def is_remote(self) -> bool:
        return self.model.is_remote

    @property
    def has_structured_output(self) -> bool:
        return self.model.has_structured_output

    def complete(
        self,
        turns: Sequence[ChatTurn],
        limits: CallLimits,
        *,
        output_schema: Mapping[str, Any] | None = None,
        tools: Sequence[ToolDescription] = (),
    ) -> ModelReply:
        self._demand_budget()
        try:
            reply = self.model.complete(turns, limits, output_schema=output_schema, tools=tools)
        except ModelUnavailable as error:
            self._record(error.usage)
            raise
        self._record(reply.usage)
        return reply

    def _demand_budget(self) -> None:
        try:
            spent = self.ledger.of_day(self.project)
        except (sqlite3.Error, OSError) as error:
            raise _not_recorded(error) from None
        calls, tokens, cost = self.settings.day_calls, self.settings.day_tokens, self.settings.day_cost
        if spent.calls >= calls:
            raise budget_used_up(msg("models.day_calls", most=calls), "day_calls")
        if spent.prompt_tokens + spent.reply_tokens >= tokens:
            raise budget_used_up(msg("models.day_tokens", most=tokens), "day_tokens")
        if spent.cost >= cost:
            raise budget_used_up(msg("models.day_cost", most=cost), "day_cost")

    def _record(self, usage: TokenUsage) -> None:
        if not usage.calls:
            return
        try:
            self.ledger.add(self.project, self.name, usage)
        except (sqlite3.Error, OSError) as error:
            raise _not_recorded(error) from None


def _not_recorded(error: Exception) -> ModelUnavailable:
    return ModelUnavailable(msg("models.usage_not_recorded", reason=error), hint=msg("models.free_workspace"))
