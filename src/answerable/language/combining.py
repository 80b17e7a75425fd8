"""One translation out of two: the rules' readings and the network's, ranked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.language.ranking import pooled, rank, settled_by_rule
from answerable.language.translation import Candidate, Clarification, Translation

if TYPE_CHECKING:
    from answerable.language.reader.reading import Read, Reader

__all__ = ["asked_back", "combined"]

_HARDLY, _NOT_AT_ALL = 0.25, 0.08
"""Where the rules understood nothing, so unsure a reading is but a guess, or is not even given."""
_SURE = 0.97
"""So sure, what the rules were torn between is settled."""
_TORN = 0.45
_WORDS_LEFT_OUT = 0.6
"""No surer where the reading is the rules' own and they made nothing of some words."""
_MOST_CANDIDATES = 5


def combined(question: str, rules: Translation, read: tuple[Read, ...], reader: Reader) -> Translation:
    pool = pooled(rules, read, reader, question)
    if not read or settled_by_rule(pool):
        return rules
    ranked = rank(question, pool, reader.items, len(rules.not_understood))
    best = ranked[0]
    if rules.best is None and best.probability < _NOT_AT_ALL:
        return rules
    candidates = tuple(Candidate(one.reading.sql, round(one.probability, 3)) for one in ranked[:_MOST_CANDIDATES])
    if rules.best is None and best.probability < _HARDLY:
        found = replace(rules, candidates=candidates)
    elif rules.best is not None and best.reading.sql == rules.best.sql:
        found = replace(rules, candidates=candidates, clarification=None)
        if rules.not_understood and rules.clarification:
            found = _at_most(found, _WORDS_LEFT_OUT)
    else:
        found = Translation(candidates, rules.path, not_understood=rules.not_understood)
    torn = rules.clarification if rules.clarification and rules.clarification.readings else None
    return asked_back(found, torn) if torn and best.probability < _SURE else found


def asked_back(translation: Translation, ambiguity: Clarification) -> Translation:
    """The same readings, none of them sure enough to be answered with."""
    return replace(_at_most(translation, _TORN), clarification=ambiguity)


def _at_most(translation: Translation, sure: float) -> Translation:
    candidates = tuple(replace(one, confidence=min(one.confidence, sure)) for one in translation.candidates)
    return replace(translation, candidates=candidates)
