"""The features of a pool, a row for each reading; the last row is the case that none of them is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from answerable.language.business.links.question_cues import find_question_cues, idle_words
from answerable.language.question.tokens import Token, normalise
from answerable.language.question.word_lists import filler_words, stop_words
from answerable.language.reranking.joined_pool import JoinedPool, PoolEntry
from answerable.language.reranking.left_out_words import left_out_words
from answerable.language.reranking.missed_periods import missed_periods
from answerable.language.reranking.sql_shape import SqlShape, sql_shape
from answerable.language.reranking.unmet_demands import unmet_demands
from answerable.naming.inflection import stem

if TYPE_CHECKING:
    from answerable.language.reranking.word_likeness import SourceWords
    from answerable.language.sample_runs import RunOutcome, SampleRuns

__all__ = ["POOL_IDS", "Features", "content_tokens", "features_of_choice", "features_of_pool", "with_comparisons"]

Features = dict[str, float]

POOL_IDS = ("result", "results_covered")
"""They number the results of one pool, the second as bits: for comparing its readings, nothing to learn from."""

_OPENINGS = ("how", "who", "which", "what", "when", "where", "show", "list", "is", "did", "do")
_CUES = ("count", "share", "growth", "avg", "sum", "max", "min", "by", "none", "desc", "asc", "above_average")
_COMPARED = (
    *("covered", "uncovered", "like_mean", "like_least", "unlike", "names_unsaid", "names_unlike", "head_shown"),
    *("period_missed", "exclusions_used", "exclusions_missed", "base_worth", "sql_tables", "columns", "rows", "alike"),
    *(
        "left_out",
        "link_mean",
        "ranked_confidence",
        "money_left",
        "known_left",
        "names_left",
        "unmet_superlative",
        "unmet_by",
        "unmet_count",
        "unmet_negation",
    ),
)
_WORST = -6.0
_UNLIKE = 0.3


def features_of_pool(pool: JoinedPool, dialect: str, runs: SampleRuns, source: SourceWords) -> list[Features]:
    tokens = normalise(pool.question)
    outcomes = [runs.outcome(entry.sql) for entry in pool.entries]
    shapes = [sql_shape(entry.sql, dialect) for entry in pool.entries]
    of_all = _of_question(pool.question, tokens) | _of_pool(pool) | _of_source(tokens, pool, source)
    agreement = _Agreement(pool.entries, outcomes, shapes)
    content = [tokens[at] for at in content_tokens(tokens)]
    head = _head(tokens)
    rows = [
        of_all
        | {f"sql_{name}": value for name, value in shapes[at].features.items()}
        | _of_entry(entry, pool)
        | _coverage(content, shapes[at], shapes)
        | _likeness(content, shapes[at], source)
        | unmet_demands(pool.question, entry.sql, dialect, source.kinds)
        | {"left_out_like": _least_left_out(entry, tokens, source, shapes[at])}
        | left_out_words(tokens, content, entry.sql, shapes[at], source.uses)
        | {"period_missed": float(missed_periods(entry.sql, pool.years))}
        | source.uses.features(entry.sql, head)
        | agreement.features(at)
        for at, entry in enumerate(pool.entries)
    ]
    return [*with_comparisons(rows), of_all | agreement.features_of_none() | {"none": 1.0}]


def with_comparisons(rows: Sequence[Features]) -> list[Features]:
    """Each row with how far it is from the best and from the average of its pool: a reading that covers two of four
    words is likely where others cover one, and not where they cover four."""
    found: list[Features] = [dict(row) for row in rows]
    for name in _COMPARED:
        values = [row.get(name, 0.0) for row in rows]
        most, mean = max(values, default=0.0), sum(values) / max(len(values), 1)
        for row, value in zip(found, values, strict=True):
            row[f"{name}_below"] = round(value - most, 4)
            row[f"{name}_over"] = round(value - mean, 4)
    return found


def features_of_choice(rows: Sequence[Features], none: Features, shares: Sequence[float], first: int) -> Features:
    """Of how sure the first reading is: its own, and how far the others are behind."""
    others = sorted((share for at, share in enumerate(shares[:-1]) if at != first), reverse=True)
    answered = _results_answered(rows[first])
    alike = sum(shares[at] for at, row in enumerate(rows) if at == first or int(row.get("result", -1.0)) in answered)
    return rows[first] | {
        "share": shares[first],
        "share_alike": alike,
        "share_second": others[0] if others else 0.0,
        "share_none": shares[-1],
        "pool_best_result": none.get("best_result", 0.0),
    }


def _results_answered(row: Features) -> set[int]:
    """The results that a reading gives: its own, and those of which it shows all columns beside others."""
    if row.get("result", -1.0) < 0:
        return set()
    bits = int(row.get("results_covered", 0.0))
    return {int(row["result"]), *(at for at in range(bits.bit_length()) if bits >> at & 1)}


def content_tokens(tokens: Sequence[Token]) -> list[int]:
    """Those that mean something: no stop words, fillers, numbers or signs."""
    idle = stop_words() | filler_words() | idle_words()
    return [
        at
        for at, token in enumerate(tokens)
        if token.lemma[:1].isalnum() and token.number is None and not {token.lemma, token.text.casefold()} & idle
    ]


def _head(tokens: Sequence[Token]) -> str:
    """The stem of the first noun that is asked for: `customer` of "who are our ten best customers"."""
    cues = find_question_cues(tokens).tokens
    return next((stem(tokens[at].lemma) for at in content_tokens(tokens) if at not in cues), "")


@lru_cache(maxsize=64)
def _cue_features(question: str) -> Features:
    cues = find_question_cues(normalise(question))
    return {f"cue_{name}": float(cues.has(name)) for name in _CUES} | {"cues": float(len(cues.spans))}


def _of_question(question: str, tokens: Sequence[Token]) -> Features:
    first = tokens[0].lemma if tokens else ""
    return {
        "tokens": float(len(tokens)),
        "content": float(len(content_tokens(tokens))),
        "numbers": float(sum(token.number is not None for token in tokens)),
        **{f"opens_{word}": float(first == word) for word in _OPENINGS},
        **_cue_features(question),
    }


def _of_pool(pool: JoinedPool) -> Features:
    ranked = pool.ranked
    scores = [entry.business.score for entry in pool.business if entry.business]
    return {
        "readings": float(len(scores)),
        "ranked_best": ranked.best.confidence if ranked.best else 0.0,
        "ranked_unknown": float(len(ranked.not_understood)),
        "ranked_asks": float(ranked.clarification is not None),
        "ranked_understood": float(len(ranked.understood)),
        "business_best": max(scores, default=_WORST),
        "business_gap": _gap(scores),
        "business_left_out": float(
            min((len(e.business.linked.left_out) for e in pool.business if e.business), default=9)
        ),
    }


def _gap(scores: Sequence[float]) -> float:
    first, *others = sorted(scores, reverse=True) or [0.0]
    return first - others[0] if others else 3.0


def _of_entry(entry: PoolEntry, pool: JoinedPool) -> Features:
    ranked: Features = {
        "is_ranked": float(entry.ranked_place >= 0),
        "ranked_place": float(entry.ranked_place if entry.ranked_place >= 0 else 9),
        "ranked_confidence": entry.ranked_confidence,
    }
    reading = entry.business
    if reading is None:
        return ranked | {
            "is_business": 0.0,
            "business_score": _WORST,
            "business_behind": _WORST,
            "business_place": 13.0,
        }
    best = max(one.business.score for one in pool.business if one.business)
    links = [link.score for link in reading.linked.links]
    return ranked | {
        "is_business": 1.0,
        "business_score": reading.score,
        "business_behind": reading.score - best,
        "business_place": float(entry.business_place),
        "links": float(len(links)),
        "link_score": reading.linked.score,
        "link_least": min(links, default=0.0),
        "link_mean": sum(links) / len(links) if links else 0.0,
        "left_out": float(len(reading.linked.left_out)),
    }


def _coverage(content: Sequence[Token], own: SqlShape, shapes: Sequence[SqlShape]) -> Features:
    """How many content words have a part in the names and texts of the query; how many only in other readings'."""
    words = [stem(token.lemma) for token in content]
    covered = [word in own.stems for word in words]
    elsewhere = [any(word in shape.stems for shape in shapes) for word in words]
    missed = sum(other and not mine for mine, other in zip(covered, elsewhere, strict=True))
    return {
        "covered": sum(covered) / len(words) if words else 1.0,
        "uncovered": float(len(words) - sum(covered)),
        "covered_elsewhere": float(missed),
        "names_unsaid": float(len(own.stems - set(words))),
    }


def _likeness(content: Sequence[Token], own: SqlShape, source: SourceWords) -> Features:
    """How alike the content words and the names of the query are in meaning."""
    words = [token.lemma for token in content if stem(token.lemma) not in own.stems]
    near = sorted(source.likeness(words, own.names))
    fitting = [1.0] * (len(content) - len(words)) + near
    said = [token.lemma for token in content]
    unsaid = [word for word in sorted(source.of(own.names)) if word not in said]
    return {
        "like_mean": sum(fitting) / len(fitting) if fitting else 1.0,
        "like_least": near[0] if near else 1.0,
        "like_second": near[1] if len(near) > 1 else 1.0,
        "unlike": float(sum(one < _UNLIKE for one in near)),
        "names": float(len(own.names)),
        "names_unlike": float(len(unsaid)),
    }


def _least_left_out(entry: PoolEntry, tokens: Sequence[Token], source: SourceWords, own: SqlShape) -> float:
    """Of the words that were linked to nothing: how alike the strangest is to the names of the query."""
    left = entry.business.linked.left_out if entry.business else ()
    return min(source.likeness([tokens[at].lemma for at in left], own.names), default=1.0)


def _of_source(tokens: Sequence[Token], pool: JoinedPool, source: SourceWords) -> Features:
    """Words that nothing in the source is like: what is asked for may not be there."""
    near = dict(zip(range(len(tokens)), source.nearest([token.lemma for token in tokens]), strict=True))
    content = sorted(near[at] for at in content_tokens(tokens))
    missing = [entry.business.linked.left_out for entry in pool.business if entry.business]
    always = set(missing[0]).intersection(*missing[1:]) if missing else set()
    left = sorted(near[at] for at in always)
    return {
        "far_first": content[0] if content else 1.0,
        "far_second": content[1] if len(content) > 1 else 1.0,
        "far": float(sum(one < _UNLIKE for one in content)),
        "never_linked": float(len(always)),
        "never_linked_far": left[0] if left else 1.0,
        **source.traits,
    }


class _Agreement:
    """Which readings give the same rows, and how much weight those have."""

    def __init__(
        self, entries: Sequence[PoolEntry], outcomes: Sequence[RunOutcome | None], shapes: Sequence[SqlShape]
    ) -> None:
        self._entries, self._outcomes = entries, outcomes
        keys = [one.result if one and one.is_telling else f"#{at}" for at, one in enumerate(outcomes)]
        self._keys = keys
        self._number = {key: at for at, key in enumerate(dict.fromkeys(keys))}
        self._skeletons = Counter(shape.skeleton for shape in shapes)
        self._shapes = shapes

    def features(self, at: int) -> Features:
        outcome, key = self._outcomes[at], self._keys[at]
        alike = [entry for entry, other in zip(self._entries, self._keys, strict=True) if other == key]
        covered = {
            other_key: entry
            for entry, other, other_key in zip(self._entries, self._outcomes, self._keys, strict=True)
            if outcome and other and outcome.covers(other)
        }
        return {
            "result": float(self._number[key]),
            "alike": float(len(alike)),
            "alike_business": max((-float(one.business_place) for one in alike if one.business), default=-13.0),
            "alike_ranked": max((one.ranked_confidence for one in alike), default=0.0),
            "alike_both": float(any(one.business for one in alike) and any(one.ranked_place >= 0 for one in alike)),
            "results_covered": float(sum(1 << number for number in {self._number[key] for key in covered})),
            "shows_also": float(len(covered)),
            "shows_also_ranked": max((one.ranked_confidence for one in covered.values()), default=0.0),
            "skeleton_alike": float(self._skeletons[self._shapes[at].skeleton]),
            **_of_outcome(outcome),
            **self._of_all(),
        }

    def features_of_none(self) -> Features:
        return {"best_result": float(max(Counter(self._keys).values(), default=0)), **self._of_all()}

    def _of_all(self) -> Features:
        return {"results": float(len(self._number)), "pool": float(len(self._entries))}


def _of_outcome(outcome: RunOutcome | None) -> Features:
    if outcome is None:
        return {"untried": 1.0}
    return {
        "rows": min(float(outcome.rows), 200.0),
        "columns": float(outcome.columns),
        "empty": float(not outcome.is_telling),
        "empty_whole": float(not outcome.is_telling and outcome.is_whole),
        "whole": float(outcome.is_whole),
        "null_share": outcome.nulls,
        "distinct_share": outcome.distinct,
    }
