"""Several models as one: where the first gives no reply, the next is asked; after the last, the embedded engine."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from answerable.kernel.light_dataclass import dataclass
from answerable.providers.chat_model import CallLimits, ModelReply, ModelUnavailable, TokenUsage

if TYPE_CHECKING:
    from answerable.providers.chat_model import ChatModel, ChatTurn, ToolDescription

__all__ = ["FallbackChain"]

_SHARE = 0.6
"""Of the time that is left, for a model that others may stand in for: one that hangs must leave them some."""


@dataclass(frozen=True, slots=True)
class FallbackChain:
    models: tuple[ChatModel, ...]
    """At least one. A prompt that was made for the first may go to all: one that may leave the machine only where the
    first is remote too, which the maker of the chain sees to."""

    @property
    def name(self) -> str:
        return self.models[0].name

    @property
    def is_remote(self) -> bool:
        return any(model.is_remote for model in self.models)

    @property
    def has_structured_output(self) -> bool:
        return self.models[0].has_structured_output

    def complete(
        self,
        turns: Sequence[ChatTurn],
        limits: CallLimits,
        *,
        output_schema: Mapping[str, Any] | None = None,
        tools: Sequence[ToolDescription] = (),
    ) -> ModelReply:
        """Raises the first model's ModelUnavailable where none replies, with the usage of all."""
        until, failures = time.monotonic() + limits.seconds, list[ModelUnavailable]()
        for model in self.models:
            left = until - time.monotonic()
            if failures and left <= 0:
                break
            own = replace(limits, seconds=left if model is self.models[-1] else left * _SHARE)
            try:
                reply = model.complete(turns, own, output_schema=output_schema, tools=tools)
                return replace(reply, usage=_sum([*failures, reply]))
            except ModelUnavailable as error:
                failures.append(error)
        failures[0].usage = _sum(failures)
        raise failures[0]


def _sum(ended: Sequence[ModelUnavailable | ModelReply]) -> TokenUsage:
    total = TokenUsage()
    for one in ended:
        total += one.usage
    return total
