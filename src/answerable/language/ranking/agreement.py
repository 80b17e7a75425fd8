"""What readings give when tried on a few rows: how much of the network's probability and of the rules' confidence goes
along with a reading's result, its columns and its number of rows.

What is empty or nothing but 0 or NULL agrees with nothing. It looks like a result that no other reading gives, unless
all rows were there: then that speaks against a reading, though a right answer, too, is empty now and then.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from answerable.language.ranking.candidate_pool import PooledReading

if TYPE_CHECKING:
    from answerable.language.sample_runs import RunOutcome

__all__ = ["SIGNS_OF_EMPTINESS", "signs_of_agreement", "was_tried"]

SIGNS_OF_EMPTINESS = ("result_empty", "results_empty")
"""To be weighed only by who has seen questions whose right answer is empty."""

Signs = dict[str, float]
_Tried = Sequence["RunOutcome | None"]


def signs_of_agreement(pool: Sequence[PooledReading], tried: _Tried) -> tuple[list[Signs], Signs]:
    """Of each reading, and of the case that none is right."""
    if not any(tried):
        return [{} for _ in pool], {}
    result = _Agreement(pool, tried)
    return [result.signs(at) for at in range(len(pool))], result.signs_of_none()


def was_tried(signs_of_none: Signs) -> bool:
    """Whether any reading of the pool could be tried."""
    return "results" in signs_of_none


class _Agreement:
    def __init__(self, pool: Sequence[PooledReading], tried: _Tried) -> None:
        self._tried = tried
        self._likely = _likely(pool)
        self._by_rule = [one.by_rule for one in pool]
        self._results = [_key(at, outcome) for at, outcome in enumerate(tried)]
        self._mass = _sums(zip(self._results, self._likely, strict=True))
        self._top = max(self._mass.values())
        self._row_mass = _sums((o.rows, p) for o, p in self._telling())
        self._column_mass = _sums((c, p) for o, p in self._telling() for c in dict.fromkeys(o.by_column))

    def _telling(self) -> Iterable[tuple[RunOutcome, float]]:
        return ((o, p) for o, p in zip(self._tried, self._likely, strict=True) if o and o.is_telling)

    def signs(self, at: int) -> Signs:
        outcome, own, result = self._tried[at], self._likely[at], self._results[at]
        alike = [position for position, other in enumerate(self._results) if other == result]
        rules = [self._by_rule[position] for position in alike if position != at]
        results = {
            "result_mass": self._mass[result],
            "result_mass_other": self._mass[result] - own,
            "result_count": float(len(alike)),
            "result_rule": max((self._by_rule[at], *rules)),
            "result_rule_other": max(rules, default=0.0),
            "result_behind": self._top - self._mass[result],
            "result_untried": float(outcome is None),
            "result_columns": float(outcome.columns if outcome else 0),
            "result_empty": float(_is_empty(outcome)),
            **self._shape(outcome, own),
        }
        return results | self._of_all()

    def _shape(self, outcome: RunOutcome | None, own: float) -> Signs:
        if outcome is None or not outcome.is_telling:
            return {"result_row_mass": own, "result_column_mass": own, "result_distinct": 1.0}
        columns = [self._column_mass[column] for column in outcome.by_column]
        return {
            "result_row_mass": self._row_mass[outcome.rows],
            "result_column_mass": sum(columns) / len(columns),
            "result_distinct": outcome.distinct,
        }

    def signs_of_none(self) -> Signs:
        by_result: dict[Hashable, float] = defaultdict(float)
        for result, confidence in zip(self._results, self._by_rule, strict=True):
            by_result[result] = max(by_result[result], confidence)
        return {"result_mass": self._top, "result_rule": max(by_result.values()), **self._of_all()}

    def _of_all(self) -> Signs:
        empty = sum(p for o, p in zip(self._tried, self._likely, strict=True) if _is_empty(o))
        return {"results": float(len(self._mass)), "results_empty": empty}


def _likely(pool: Sequence[PooledReading]) -> list[float]:
    """The network's probabilities, shared among the readings of the pool."""
    result = [0.0 if one.log_probability is None else math.exp(one.log_probability) for one in pool]
    total = math.fsum(result) or 1.0
    return [one / total for one in result]


def _key(at: int, outcome: RunOutcome | None) -> Hashable:
    return outcome.result if outcome and outcome.is_telling else at


def _is_empty(outcome: RunOutcome | None) -> bool:
    return outcome is not None and outcome.is_whole and not outcome.is_telling


def _sums(pairs: Iterable[tuple[Hashable, float]]) -> Mapping[Hashable, float]:
    result: dict[Hashable, float] = defaultdict(float)
    for key, value in pairs:
        result[key] += value
    return result
