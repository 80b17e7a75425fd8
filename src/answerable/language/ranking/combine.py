"""One translation out of two: the rules' readings and the network's, ranked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.language.ranking import RankedReading, asks_briefly, pool_readings, rank, settles
from answerable.language.translation import Candidate, CodedClarification, Translation

if TYPE_CHECKING:
    from answerable.language.neural.neural_parser import NeuralParser
    from answerable.language.sample_runs import SampleRuns

__all__ = ["A_GUESS", "combine_readings", "with_clarification"]

A_GUESS, _NOT_EVEN_A_GUESS = 0.25, 0.08
"""Below the one, a reading is only given; below the other, and where the rules understood nothing, it is not."""
_SURE = 0.97
"""So sure, what the rules were torn between is settled."""
_TORN = 0.45
_WORDS_LEFT_OUT = 0.6
"""No surer where the reading is the rules' own and they made nothing of some words."""
_MOST_CANDIDATES = 5


def combine_readings(question: str, rules: Translation, reader: NeuralParser, trials: SampleRuns) -> Translation:
    """The network is not even asked where the rules alone can say it."""
    best = rules.best
    if best and (settles(best.sql, best.confidence) or asks_briefly(question, best.sql, reader.items)):
        return rules
    read = reader.read(question)
    pool = pool_readings(rules, read, reader, question) if read else ()
    if not pool:
        return rules
    ranked = rank(question, pool, reader.items, len(rules.not_understood), trials)
    confidence = ranked[0].probability
    if rules.best is None and confidence < _NOT_EVEN_A_GUESS:
        return rules
    result = _told(rules, tuple(Candidate(one.reading.sql, round(one.probability, 3)) for one in ranked))
    tied = _torn(rules, ranked[0])
    return with_clarification(result, tied) if tied and confidence < _SURE else result


def _torn(rules: Translation, first: RankedReading) -> CodedClarification | None:
    """What the rules were torn between; of no account where another reading comes first that is no mere guess."""
    tied = rules.clarification
    if tied is None or not tied.readings:
        return None
    is_guess = first.probability < A_GUESS
    return tied if is_guess or any(reading.sql == first.reading.sql for reading in tied.readings) else None


def _told(rules: Translation, ranked: tuple[Candidate, ...]) -> Translation:
    """The ranked readings, with what the rules say of the first one where it is theirs, or where it is but a guess."""
    candidates, best = ranked[:_MOST_CANDIDATES], ranked[0]
    if rules.best is None and best.confidence < A_GUESS:
        return replace(rules, candidates=candidates)
    if rules.best is None or best.sql != rules.best.sql:
        return Translation(candidates, rules.path, not_understood=rules.not_understood)
    result = replace(rules, candidates=candidates, clarification=None)
    return _at_most(result, _WORDS_LEFT_OUT) if rules.not_understood and rules.clarification else result


def with_clarification(translation: Translation, ambiguity: CodedClarification) -> Translation:
    """The same readings, none of them sure enough to be answered with."""
    return replace(_at_most(translation, _TORN), clarification=ambiguity)


def _at_most(translation: Translation, confidence: float) -> Translation:
    candidates = tuple(replace(one, confidence=min(one.confidence, confidence)) for one in translation.candidates)
    return replace(translation, candidates=candidates)
