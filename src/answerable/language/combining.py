"""One translation out of two: the rules' readings and the network's, ranked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.language.ranking import Ranked, asks_briefly, pooled, rank, settles
from answerable.language.translation import Candidate, Clarification, Translation

if TYPE_CHECKING:
    from answerable.language.reader.reading import Reader
    from answerable.language.trial import Trials

__all__ = ["A_GUESS", "asked_back", "combined"]

A_GUESS, _NOT_EVEN_A_GUESS = 0.25, 0.08
"""Below the one, a reading is only given; below the other, and where the rules understood nothing, it is not."""
_SURE = 0.97
"""So sure, what the rules were torn between is settled."""
_TORN = 0.45
_WORDS_LEFT_OUT = 0.6
"""No surer where the reading is the rules' own and they made nothing of some words."""
_MOST_CANDIDATES = 5


def combined(question: str, rules: Translation, reader: Reader, trials: Trials) -> Translation:
    """The network is not even asked where the rules alone can say it."""
    best = rules.best
    if best and (settles(best.sql, best.confidence) or asks_briefly(question, best.sql, reader.items)):
        return rules
    read = reader.read(question)
    pool = pooled(rules, read, reader, question) if read else ()
    if not pool:
        return rules
    ranked = rank(question, pool, reader.items, len(rules.not_understood), trials)
    sure = ranked[0].probability
    if rules.best is None and sure < _NOT_EVEN_A_GUESS:
        return rules
    found = _told(rules, tuple(Candidate(one.reading.sql, round(one.probability, 3)) for one in ranked))
    torn = _torn(rules, ranked[0])
    return asked_back(found, torn) if torn and sure < _SURE else found


def _torn(rules: Translation, first: Ranked) -> Clarification | None:
    """What the rules were torn between; of no account where another reading comes first that is no mere guess."""
    torn = rules.clarification
    if torn is None or not torn.readings:
        return None
    is_guess = first.probability < A_GUESS
    return torn if is_guess or any(reading.sql == first.reading.sql for reading in torn.readings) else None


def _told(rules: Translation, ranked: tuple[Candidate, ...]) -> Translation:
    """The ranked readings, with what the rules say of the first one where it is theirs, or where it is but a guess."""
    candidates, best = ranked[:_MOST_CANDIDATES], ranked[0]
    if rules.best is None and best.confidence < A_GUESS:
        return replace(rules, candidates=candidates)
    if rules.best is None or best.sql != rules.best.sql:
        return Translation(candidates, rules.path, not_understood=rules.not_understood)
    found = replace(rules, candidates=candidates, clarification=None)
    return _at_most(found, _WORDS_LEFT_OUT) if rules.not_understood and rules.clarification else found


def asked_back(translation: Translation, ambiguity: Clarification) -> Translation:
    """The same readings, none of them sure enough to be answered with."""
    return replace(_at_most(translation, _TORN), clarification=ambiguity)


def _at_most(translation: Translation, sure: float) -> Translation:
    candidates = tuple(replace(one, confidence=min(one.confidence, sure)) for one in translation.candidates)
    return replace(translation, candidates=candidates)
