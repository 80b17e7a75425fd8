"""One translation out of two: the rules' readings and the network's, ranked; or a question back where none is sure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.language.explainer import explain
from answerable.language.ranking import Ranked, pooled, rank
from answerable.language.translation import Candidate, Clarification, Reading, Translation

if TYPE_CHECKING:
    from answerable.language.reader.reading import Read, Reader
    from answerable.schema import DatabaseSchema

__all__ = ["asked_back", "combined"]

_ASK_BELOW = 0.5
_ASK_BELOW_WITH_STRANGE_WORDS = 0.8
"""Where the rules made nothing of some words, the network may have guessed what they mean."""
_HARDLY = 0.5
"""So unsure a reading is not even shown where the rules understood nothing at all."""
_TORN = 0.45
_MOST_CANDIDATES = 5
_MOST_READINGS = 4
_QUESTIONS = {
    "en": "I am not sure how this is meant. Which one is it?",
    "ko": "어떤 뜻인지 확실하지 않습니다. 어느 것인가요?",
}


def combined(
    question: str, rules: Translation, read: tuple[Read, ...], reader: Reader, schema: DatabaseSchema, lang: str = "en"
) -> Translation:
    pool = pooled(rules, read, reader, question)
    by_rule = next((one for one in pool if rules.best and one.sql == rules.best.sql), None)
    if not read or (rules.best and rules.best.confidence >= _ASK_BELOW and by_rule and by_rule.form is None):
        return rules  # it says what the network has no words for: dates, windows, arithmetic
    ranked = rank(question, pool, reader.items, len(rules.not_understood))
    if rules.best is None and ranked[0].probability < _HARDLY:
        return rules
    chosen_by_rule = by_rule is not None and ranked[0].reading is by_rule
    sure = _sure(rules, ranked[0].probability, chosen_by_rule)
    asked = _asked(rules, ranked, sure, schema, lang)
    candidates = (
        Candidate(ranked[0].reading.sql, round(sure, 3)),
        *(Candidate(one.reading.sql, round(one.probability, 3)) for one in ranked[1:_MOST_CANDIDATES]),
    )
    if chosen_by_rule:
        return replace(rules, candidates=candidates, clarification=asked)
    return Translation(candidates, rules.path, asked, not_understood=rules.not_understood)


def asked_back(translation: Translation, ambiguity: Clarification) -> Translation:
    """The same readings, none of them sure enough to be answered with."""
    candidates = tuple(replace(one, confidence=min(one.confidence, _TORN)) for one in translation.candidates)
    return replace(translation, candidates=candidates, clarification=ambiguity)


def _sure(rules: Translation, probability: float, chosen_by_rule: bool) -> float:
    """Never surer than the rules where they ask back about this very reading, or are torn between several."""
    torn = rules.clarification is not None and bool(rules.clarification.readings)
    if rules.best is None or not (chosen_by_rule or torn):
        return probability
    if rules.clarification:
        return min(probability, rules.best.confidence)
    return max(probability, (probability + rules.best.confidence) / 2)


def _asked(
    rules: Translation, ranked: tuple[Ranked, ...], sure: float, schema: DatabaseSchema, lang: str
) -> Clarification | None:
    """The rules know what they were torn between, or that nothing here was meant; else the likeliest readings."""
    if rules.clarification and rules.clarification.readings:
        return rules.clarification
    if sure >= (_ASK_BELOW_WITH_STRANGE_WORDS if rules.not_understood else _ASK_BELOW):
        return None
    return rules.clarification or _which_one(ranked, schema, lang)


def _which_one(ranked: tuple[Ranked, ...], schema: DatabaseSchema, lang: str) -> Clarification:
    readings = tuple(
        Reading(explain(one.reading.sql, dialect=schema.dialect, schema=schema, lang=lang), one.reading.sql)
        for one in ranked[:_MOST_READINGS]
    )
    return Clarification(_QUESTIONS.get(lang, _QUESTIONS["en"]), readings)
