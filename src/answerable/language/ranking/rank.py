"""Readings in the order of their probability. All of them, and the case that none is right, share one."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from answerable.language.ranking.pool import Pooled
from answerable.language.ranking.signs import signs_of_none, signs_of_reading

if TYPE_CHECKING:
    from answerable.language.reader.items import SchemaItems

__all__ = ["Ranked", "rank"]


@dataclass(frozen=True, slots=True)
class Ranked:
    reading: Pooled
    probability: float


def rank(question: str, pool: Sequence[Pooled], items: SchemaItems, strange: int) -> tuple[Ranked, ...]:
    """Best first; `strange` is the number of words the rules could make nothing of."""
    weights = _weights()
    scores = [_score(signs_of_reading(question, one, pool, items), weights["reading"]) for one in pool]
    none = _score(signs_of_none(pool, strange), weights["none"])
    most = max((*scores, none))
    total = sum(math.exp(score - most) for score in (*scores, none))
    ranked = [Ranked(one, math.exp(score - most) / total) for one, score in zip(pool, scores, strict=True)]
    return tuple(sorted(ranked, key=lambda one: (-round(one.probability, 6), one.reading.place, one.reading.sql)))


def _score(signs: Mapping[str, float], weights: Mapping[str, float]) -> float:
    return sum(weights.get(sign, 0.0) * value for sign, value in signs.items())


@cache
def _weights() -> dict[str, dict[str, float]]:
    text = resources.files("answerable.language.ranking").joinpath("weights.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, float]] = json.loads(text)
    return found
