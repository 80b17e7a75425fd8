"""What speaks for and against a reading, and for none being right: plain numbers with names. What they are worth is
learned (`training.fit`)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from answerable.language.neural.form import Form
from answerable.language.ranking.agreement import signs_of_agreement
from answerable.language.ranking.candidate_pool import PooledReading
from answerable.language.ranking.clause_features import clauses, columns_in
from answerable.language.ranking.cue_features import signs_of_cues
from answerable.language.ranking.link_features import signs_of_links
from answerable.language.ranking.name_distance import signs_of_nearness
from answerable.language.ranking.plausibility import signs_of_sense
from answerable.language.ranking.rules_suffice import signs_beyond_forms
from answerable.language.ranking.supported_words import LEAST, signs_of_likelihood, signs_of_support

if TYPE_CHECKING:
    from answerable.language.neural.schema_items import SchemaItems
    from answerable.language.sample_runs import SampleRuns

__all__ = ["signs_of_choice", "signs_of_none", "signs_of_pool", "signs_of_reading"]

_SETS = ("UNION", "INTERSECT", "EXCEPT")
_AGGREGATES = ("count", "sum", "avg", "min", "max")


def signs_of_pool(
    question: str, pool: Sequence[PooledReading], items: SchemaItems, unknown_words: int, trials: SampleRuns
) -> list[dict[str, float]]:
    """Of each reading, and last of the case that none is right."""
    agreeing, agreed = signs_of_agreement(pool, [trials.outcome(one.sql) for one in pool])
    readings = [
        signs_of_reading(question, one, pool, items) | result for one, result in zip(pool, agreeing, strict=True)
    ]
    return [*readings, signs_of_none(question, pool, unknown_words) | agreed]


def signs_of_reading(
    question: str, one: PooledReading, pool: Sequence[PooledReading], items: SchemaItems
) -> dict[str, float]:
    text = question.lower()
    result = {
        **signs_of_likelihood(one, pool),
        **signs_of_support(one, pool, items),
        **signs_beyond_forms(text, one),
        "by_rule": one.by_rule,
        "joins": float(one.sql.count(" JOIN ")),
        "surest_rule": max((other.by_rule for other in pool), default=0.0),
    }
    if one.form is None:
        return result | {"unsayable": 1.0}
    return {
        **result,
        **signs_of_cues(text, one.form),
        **signs_of_links(text, one.form, one.values, items),
        **signs_of_nearness(text, one.form, one.values, items),
        **signs_of_sense(one.form, items),
        **_of_shape(one.form),
    }


def signs_of_none(question: str, pool: Sequence[PooledReading], unknown_words: int) -> dict[str, float]:
    """For the case that no reading is right."""
    likely = sorted((one.log_probability for one in pool if one.log_probability is not None), reverse=True)
    best = likely[0] if likely else LEAST
    confidence = max((one.by_rule for one in pool), default=0.0)
    return {
        "none": 1.0,
        "log": max(best, LEAST),
        "behind": max(likely[1] - best, LEAST) if len(likely) > 1 else LEAST,
        "spread": sum(math.exp(log) for log in likely),
        "strange": float(min(unknown_words, 4)),
        "surest_rule": confidence,
        "both_ways": max((one.by_rule for one in pool if one.log_probability is not None), default=0.0),
        "both_first": max(
            (one.by_rule for one in pool if one.log_probability is not None and one.place == 0), default=0.0
        ),
        "words": float(len(question.split())),
        "readings": float(len(pool)),
        "unsayable": float(any(one.form is None and one.by_rule == confidence for one in pool)),
    }


def signs_of_choice(
    signs: Mapping[str, float], none: Mapping[str, float], shares: Sequence[float], chosen: int
) -> dict[str, float]:
    """For the chosen reading being right: its own signs, those of none being right, and how the others fared; the last
    share is that of none."""
    others = sorted((share for at, share in enumerate(shares[:-1]) if at != chosen), reverse=True)
    return {
        **signs,
        **{f"doubt_{sign}": value for sign, value in none.items()},
        "share": shares[chosen],
        "share_of_none": shares[-1],
        "share_of_next": others[0] if others else 0.0,
        "share_of_third": others[1] if len(others) > 1 else 0.0,
    }


def _of_shape(form: Form) -> dict[str, float]:
    parts = clauses(form)
    shown = [column for one in parts.shown_items for column in columns_in(one)]
    given = [test[0] for test in parts.tests if test[1:2] == ("=",)]
    return {
        "length": float(len(form)),
        "shown": float(len(parts.shown_items)),
        "aggregates": float(sum(any(token in _AGGREGATES for token in one) for one in parts.shown_items)),
        "shows_star": float("*" in parts.select and "count" not in parts.select),
        "shows_what_is_given": float(any(token in parts.select for token in given)),
        "shows_group": float(bool(parts.group) and all(token in parts.select for token in parts.group)),
        "tests": float(len(parts.tests)),
        "nested": float("(" in form),
        "sets": float(any(token in _SETS for token in form)),
        "grouped": float(bool(parts.group)),
        "having": float("HAVING" in form),
        "cut": float("LIMIT" in form),
        "repeats": float(len(shown) - len(set(shown))),
        "source": float(len(parts.source)),
    }
