"""One translation out of two: the rules' readings and the network's, ranked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.language.ranking import pooled, rank, settled_by_rule
from answerable.language.translation import Candidate, Clarification, Translation

if TYPE_CHECKING:
    from answerable.language.reader.reading import Read, Reader

__all__ = ["asked_back", "combined"]

_HARDLY = 0.25
"""So unsure a reading is not even shown where the rules understood nothing at all."""
_SURE = 0.8
"""So sure, what the rules were torn between is settled."""
_TORN = 0.45
_MOST_CANDIDATES = 5


def combined(question: str, rules: Translation, read: tuple[Read, ...], reader: Reader) -> Translation:
    pool = pooled(rules, read, reader, question)
    if not read or settled_by_rule(pool):
        return rules
    ranked = rank(question, pool, reader.items, len(rules.not_understood))
    best = ranked[0]
    if rules.best is None and best.probability < _HARDLY:
        return rules
    candidates = tuple(Candidate(one.reading.sql, round(one.probability, 3)) for one in ranked[:_MOST_CANDIDATES])
    if rules.best is not None and best.reading.sql == rules.best.sql:
        left_out = rules.clarification if rules.not_understood else None
        found = replace(rules, candidates=candidates, clarification=left_out)
    else:
        found = Translation(candidates, rules.path, not_understood=rules.not_understood)
    torn = rules.clarification if rules.clarification and rules.clarification.readings else None
    return asked_back(found, torn) if torn and best.probability < _SURE else found


def asked_back(translation: Translation, ambiguity: Clarification) -> Translation:
    """The same readings, none of them sure enough to be answered with."""
    candidates = tuple(replace(one, confidence=min(one.confidence, _TORN)) for one in translation.candidates)
    return replace(translation, candidates=candidates, clarification=ambiguity)
