"""What a language model had to do with an answer: what it took, and what it was told of the data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from typing import Any

from answerable.kernel.light_dataclass import dataclass

__all__ = ["ModelUse"]


@dataclass(frozen=True, slots=True)
class ModelUse:
    model: str
    """PROVIDER:MODEL."""
    is_remote: bool
    """Whether the prompts left this machine."""
    is_blind: bool = False
    calls: int = 0
    prompt_tokens: int = 0
    reply_tokens: int = 0
    seconds: float = 0.0
    cost: float = 0.0
    tables: int = 0
    columns: int = 0
    """Names of columns that were in a prompt."""
    values: int = 0
    rows: int = 0
    prompts: tuple[str, ...] = ()
    """SHA-256 of each prompt, in order."""
    looked_at: tuple[str, ...] = ()
    """Tools that the model called, with what they were about."""
    failure: str = ""
    """Why it gave nothing, in English; empty where it did."""

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "prompts": list(self.prompts), "looked_at": list(self.looked_at)}

    def with_more(self, other: ModelUse) -> ModelUse:
        """With what the same question took and told later."""
        return replace(
            self,
            calls=self.calls + other.calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            reply_tokens=self.reply_tokens + other.reply_tokens,
            seconds=round(self.seconds + other.seconds, 3),
            cost=self.cost + other.cost,
            prompts=(*self.prompts, *other.prompts),
            failure=self.failure or other.failure,
        )

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> ModelUse:
        known = {field.name for field in fields(cls)}
        plain = {name: value for name, value in given.items() if name in known}
        return cls(**{**plain, "prompts": tuple(plain["prompts"]), "looked_at": tuple(plain["looked_at"])})
