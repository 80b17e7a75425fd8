"""Readings in the order of their probability. All of them, and the case that none is right, share one; how sure the
first one is, is asked once more, for others may say the same in other words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass
from answerable.language.ranking.agreement import was_tried
from answerable.language.ranking.candidate_pool import PooledReading
from answerable.language.ranking.ranking_features import signs_of_choice, signs_of_pool
from answerable.language.ranking.trees import shipped_trees

if TYPE_CHECKING:
    from answerable.language.neural.schema_items import SchemaItems
    from answerable.language.sample_runs import SampleRuns

__all__ = ["RankedReading", "rank"]

_DIGITS = 6


@dataclass(frozen=True, slots=True)
class RankedReading:
    reading: PooledReading
    probability: float


def rank(
    question: str, pool: Sequence[PooledReading], items: SchemaItems, unknown_words: int, trials: SampleRuns
) -> tuple[RankedReading, ...]:
    """Best first; `unknown_words` is the number of words the rules could make nothing of."""
    # The last row stands for "none of these is right", so that the shares need not add up to 1 over bad readings.
    *rows, none = signs_of_pool(question, pool, items, unknown_words, trials)
    how = "tried" if was_tried(none) else "untried"
    scores = shipped_trees(f"order_{how}").scores([*rows, none])
    shares = _softmax(scores.tolist())
    order = sorted(range(len(pool)), key=lambda at: (-shares[at], pool[at].place, pool[at].sql))
    first, *others = order
    confidence = _sigmoid(
        float(shipped_trees(f"sure_{how}").scores([signs_of_choice(rows[first], none, shares, first)])[0])
    )
    # A second model says how likely the first reading is right; the others share what it leaves.
    left = (1 - confidence) / max(1 - shares[first], 1e-9)
    rest = (RankedReading(pool[at], min(confidence, round(shares[at] * left, _DIGITS))) for at in others)
    return (RankedReading(pool[first], confidence), *rest)


def _softmax(scores: Sequence[float]) -> list[float]:
    most = max(scores)
    grown = [math.exp(score - most) for score in scores]
    total = math.fsum(grown)
    return [round(one / total, _DIGITS) for one in grown]


def _sigmoid(score: float) -> float:
    return round(1 / (1 + math.exp(-score)), _DIGITS)
