"""One translation out of a reranked pool: the likeliest reading, the others that give another result, and its notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.language.business.business_query import ColumnTest
from answerable.language.business.descriptions.describe_query import describe_business_query
from answerable.language.business.descriptions.query_assumptions import assumptions_of_query
from answerable.language.question.tokens import normalise
from answerable.language.reranking.reranking_features import content_tokens
from answerable.language.reranking.sql_shape import sql_shape
from answerable.language.translation import Candidate, Translation

if TYPE_CHECKING:
    from answerable.kernel.messages import CodedMessage
    from answerable.language.business.business_query import BusinessQuery
    from answerable.language.reranking.joined_pool import JoinedPool, PoolEntry
    from answerable.language.reranking.rerank_pool import Reranked
    from answerable.language.sample_runs import SampleRuns
    from answerable.semantics import SemanticModel

__all__ = ["choose_reading"]

_MOST_CANDIDATES = 5
_LEAST = 0.01
_DIGITS = 3
_MANY_ROWS = 5
"""So many rows of several columns are not the same by chance."""
_LESS_LIKELY, _MOST_WITH_USUAL = 0.5, 0.89
_SURE, _AGREED = 0.9, 0.75
_SEVERAL, _WORDS_LEFT_OUT, _NOTHING_READ = 2, 0.6, 0.2

_Group = tuple[list["PoolEntry"], float]
"""Readings with one result, and its probability."""


def choose_reading(pool: JoinedPool, reranked: Reranked, runs: SampleRuns, model: SemanticModel) -> Translation:
    first, *others = _alike(reranked, model.dialect, runs)
    first = first[0], _with_usual_rows(first, others, pool)
    alike = [first, *(other for other in others if other[1] >= _LEAST)][:_MOST_CANDIDATES]
    candidates = tuple(
        Candidate(entries[0].sql, round(confidence, _DIGITS), _words(entries, model)) for entries, confidence in alike
    )
    noted = _with_notes_of_rules(_noted(reranked.entries[0], pool, model), first[0], pool.ranked)
    said = len(content_tokens(normalise(pool.question)))
    return replace(noted, candidates=_capped(candidates, len(noted.not_understood), said))


def _capped(candidates: tuple[Candidate, ...], left_out: int, said: int) -> tuple[Candidate, ...]:
    """Where several words had no part in the reading, no confidence is high; where none had, it is a guess."""
    most = _WORDS_LEFT_OUT if left_out >= _SEVERAL else 1.0
    most = _NOTHING_READ if left_out and left_out >= said else most
    return tuple(replace(one, confidence=min(one.confidence, most)) for one in candidates)


def _words(entries: Sequence[PoolEntry], model: SemanticModel) -> CodedMessage | None:
    """Of the likeliest among those that give the same and can be put in words."""
    said = (describe_business_query(entry.business.query, model) for entry in entries if entry.business)
    return next((words for words in said if words), None)


def _alike(reranked: Reranked, dialect: str, runs: SampleRuns) -> Iterator[_Group]:
    """Entries that give the same result, likeliest first; what a likelier one shows beside more is no other answer."""
    left = (1 - reranked.confidence) / max(1 - reranked.shares[0], 1e-9)
    groups: dict[str, _Group] = {}
    for at, (entry, share) in enumerate(zip(reranked.entries, reranked.shares, strict=True)):
        key = _covering(entry.sql, groups, runs) or _result_key(entry.sql, dialect, runs)
        confidence = reranked.confidence if at == 0 else min(reranked.confidence, share * left)
        groups.setdefault(key, ([], confidence))[0].append(entry)
    return iter(groups.values())


def _with_usual_rows(first: _Group, others: Sequence[_Group], pool: JoinedPool) -> float:
    """How likely it is that the first is meant, with or without the rows that are usually left out. Where they are less
    likely meant too, that is no question for people: the answer says what it leaves out."""
    meant = {_plain_query(entry.business.query) for entry in first[0] if entry.business}
    same = [group for group in others if any(e.business and _plain_query(e.business.query) in meant for e in group[0])]
    share = sum(confidence for _, confidence in same)
    if share > first[1] * _LESS_LIKELY:
        return first[1]
    is_theirs = any(entry.ranked_place == 0 for entries, _ in same for entry in entries)
    least = _AGREED if is_theirs and _are_sure(pool.ranked) else 0.0
    return max(first[1], least, min(first[1] + share, _MOST_WITH_USUAL))


def _are_sure(ranked: Translation) -> bool:
    """Rules and network know every word."""
    is_sure = ranked.best is not None and ranked.best.confidence >= _SURE
    return is_sure and not ranked.not_understood and ranked.clarification is None


def _plain_query(query: BusinessQuery) -> BusinessQuery:
    """Without what nobody said."""
    said = tuple(test for test in query.tests if not (isinstance(test, ColumnTest) and test.is_default))
    return replace(query, tests=said)


def _covering(sql: str, groups: dict[str, _Group], runs: SampleRuns) -> str | None:
    own = runs.outcome(sql)
    for key, (entries, _) in groups.items():
        outcome = runs.outcome(entries[0].sql)
        if own and outcome and outcome.rows >= _MANY_ROWS and outcome.covers(own):
            return key
    return None


def _result_key(sql: str, dialect: str, runs: SampleRuns) -> str:
    """Equal for queries that give the same. On a sample, counts of two tables may be the same by chance: there queries
    of few cells must also read the same columns and compare with the same texts. What cannot be tried goes by its
    text."""
    outcome, shape = runs.outcome(sql), sql_shape(sql, dialect)
    if not outcome or not outcome.is_telling:
        return shape.plain
    if outcome.is_whole or (outcome.rows >= _MANY_ROWS and outcome.columns > 1):
        return outcome.result
    return " ".join((outcome.result, *sorted(shape.names), *sorted(shape.stems)))


def _with_notes_of_rules(noted: Translation, first: Sequence[PoolEntry], ranked: Translation) -> Translation:
    """Where rules and network give the same rows, what they say of dates, units and words holds as well."""
    if noted is ranked or not any(entry.ranked_place == 0 for entry in first):
        return noted
    return replace(noted, assumptions=tuple(dict.fromkeys((*noted.assumptions, *ranked.assumptions))))


def _noted(first: PoolEntry, pool: JoinedPool, model: SemanticModel) -> Translation:
    """What rules and network say of the reading where it is theirs."""
    ranked = pool.ranked
    if ranked.best and first.sql == ranked.best.sql:
        return ranked
    if first.business is None:
        return Translation((), ranked.path, not_understood=ranked.not_understood)
    tokens = normalise(pool.question)
    left_out = tuple(tokens[at].text for at in first.business.linked.left_out)
    numbers = {int(token.number) for token in tokens if token.number is not None}
    assumed = assumptions_of_query(first.business.query, model, numbers)
    return Translation((), ranked.path, not_understood=left_out, assumptions=assumed)
