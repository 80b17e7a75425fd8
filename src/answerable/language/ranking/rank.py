"""Readings in the order of their probability. All of them, and the case that none is right, share one; how sure the
first one is, is asked once more, for others may say the same in other words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from answerable.language.ranking.agreement import was_tried
from answerable.language.ranking.pool import Pooled
from answerable.language.ranking.signs import signs_of_choice, signs_of_pool

if TYPE_CHECKING:
    from answerable.language.reader.items import SchemaItems
    from answerable.language.trial import Trials

__all__ = ["Ranked", "rank"]

_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Ranked:
    reading: Pooled
    probability: float


def rank(question: str, pool: Sequence[Pooled], items: SchemaItems, strange: int, trials: Trials) -> tuple[Ranked, ...]:
    """Best first; `strange` is the number of words the rules could make nothing of."""
    from answerable.language.ranking.trees import shipped

    *rows, none = signs_of_pool(question, pool, items, strange, trials)
    how = "tried" if was_tried(none) else "untried"
    scores = shipped(f"order_{how}").scores([*rows, none])
    shares = _shared(scores.tolist())
    order = sorted(range(len(pool)), key=lambda at: (-shares[at], pool[at].place, pool[at].sql))
    first, *others = order
    sure = _sure(float(shipped(f"sure_{how}").scores([signs_of_choice(rows[first], none, shares, first)])[0]))
    left = (1 - sure) / max(1 - shares[first], 1e-9)
    rest = (Ranked(pool[at], min(sure, round(shares[at] * left, _DIGITS))) for at in others)
    return (Ranked(pool[first], sure), *rest)


def _shared(scores: Sequence[float]) -> list[float]:
    most = max(scores)
    grown = [math.exp(score - most) for score in scores]
    total = math.fsum(grown)
    return [round(one / total, _DIGITS) for one in grown]


def _sure(score: float) -> float:
    return round(1 / (1 + math.exp(-score)), _DIGITS)
