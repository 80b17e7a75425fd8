"""What other readings of the same question say about a reading: clause by clause, how much of the network's probability
and of the rules' confidence goes along with it."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from answerable.language.neural.form import Form, Pointer
from answerable.language.ranking.candidate_pool import PooledReading
from answerable.language.ranking.clause_features import clauses, tables_in

if TYPE_CHECKING:
    from answerable.language.neural.schema_items import SchemaItems

__all__ = ["LEAST", "signs_of_likelihood", "signs_of_support"]

LEAST = -8.0
_VIEWS = ("shown", "tests", "ends", "rest", "tables", "shape")


def signs_of_likelihood(one: PooledReading, pool: Sequence[PooledReading]) -> dict[str, float]:
    likely = sorted((other.log_probability for other in pool if other.log_probability is not None), reverse=True)
    if one.log_probability is None or one.form is None:
        return {"unread": 1.0, "log": LEAST - 1, "behind": LEAST - 1}
    ahead = one.log_probability - likely[1] if one.place == 0 and len(likely) > 1 else 0.0
    return {
        "log": max(one.log_probability, LEAST),
        "behind": max(one.log_probability - likely[0], LEAST),
        "ahead": ahead,
        "place": float(one.place),
        "both_ways": float(one.by_rule > 0),
        "each": one.log_probability / (len(one.form) + 1),
        "least": max(one.least, LEAST),
    }


def signs_of_support(one: PooledReading, pool: Sequence[PooledReading], items: SchemaItems) -> dict[str, float]:
    result: dict[str, float] = {}
    views = [(other, _views(other.form, items)) for other in pool if other.form is not None]
    own = () if one.form is None else _views(one.form, items)
    for at, name in enumerate(_VIEWS):
        alike = [other for other, view in views if own and view[at] == own[at]]
        result[f"support_{name}"] = sum(math.exp(o.log_probability) for o in alike if o.log_probability is not None)
        result[f"rules_{name}"] = max((other.by_rule for other in alike), default=0.0)
    return result


@lru_cache(maxsize=128)
def _views(form: Form, items: SchemaItems) -> tuple[Hashable, ...]:
    """The form seen in each way of `_VIEWS`."""
    parts = clauses(form)
    return (
        frozenset(parts.shown_items),
        parts.tests,
        (parts.group, parts.having, parts.order, parts.limit),
        parts.rest,
        frozenset(tables_in(form, items)),
        tuple(token.kind if isinstance(token, Pointer) else token for token in form),
    )
