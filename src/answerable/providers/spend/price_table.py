"""What a model's tokens cost. `prices.toml` holds list prices; `[models.prices]` of answerable.toml overrides them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from answerable.kernel.errors import BadSetting
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg

__all__ = ["Price", "listed_prices", "price_from", "price_of"]

_MILLION = 1_000_000
_KEEPING = 0.25
"""What putting a token into a cache costs besides, as a share of its price."""
_FIELDS = frozenset({"prompt", "cached", "reply"})


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars a million tokens."""

    prompt: float = 0.0
    reply: float = 0.0
    cached: float | None = None
    """Of the prompt, tokens that the provider had kept from earlier; None where they cost as much as any."""

    def cost(self, prompt_tokens: int, reply_tokens: int, cached_tokens: int = 0, kept_tokens: int = 0) -> float:
        """Of the prompt's tokens, `cached_tokens` came from the provider's cache and `kept_tokens` were put there."""
        cached = self.prompt if self.cached is None else self.cached
        fresh = prompt_tokens - cached_tokens + kept_tokens * _KEEPING
        return (fresh * self.prompt + cached_tokens * cached + reply_tokens * self.reply) / _MILLION


FREE = Price()


def price_from(given: Any, origin: str) -> Price:
    """Of a table `{prompt, reply, cached}`. Raises BadSetting."""
    fits = isinstance(given, Mapping) and given.keys() <= _FIELDS and {"prompt", "reply"} <= given.keys()
    if not fits or not all(_is_amount(value) for value in given.values()):
        raise BadSetting(msg("models.bad_price", origin=origin, value=str(given)), hint=msg("models.write_price"))
    return Price(**{name: float(value) for name, value in given.items()})


def _is_amount(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0


def price_of(spec: str, given: Mapping[str, Price]) -> Price:
    """The price of PROVIDER:MODEL: a setting, the list, or the provider's dearest where the list lacks the model, so
    that a budget holds for it too. A name of the list stands for the dated versions of it."""
    for prices in (given, listed_prices()):
        named = [name for name in prices if _is_version_of(spec, name)]
        if named:
            return prices[max(named, key=len)]
    dearest = [price for name, price in listed_prices().items() if name.split(":")[0] == spec.split(":")[0]]
    return max(dearest, key=lambda price: price.reply, default=FREE)


def _is_version_of(spec: str, name: str) -> bool:
    return spec == name or spec.startswith((f"{name}-2", f"{name}@", f"{name}-latest"))


@cache
def listed_prices() -> Mapping[str, Price]:
    text = files("answerable.providers.spend").joinpath("prices.toml").read_text(encoding="utf-8")
    return MappingProxyType({name: price_from(one, "prices.toml") for name, one in tomllib.loads(text).items()})
