"""What to ask back when a translation is not sure enough to be answered with."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.explain import explain
from answerable.kernel.clarification import Clarification
from answerable.kernel.messages import CodedMessage, msg, texts_in, verbatim
from answerable.language.translation import CodedClarification, CodedReading

if TYPE_CHECKING:
    from answerable.kernel.messages import CodedMessage
    from answerable.kernel.schema import DatabaseSchema
    from answerable.language.translation import Candidate, Translation

__all__ = ["coded_question", "what_to_ask"]

_MOST_READINGS = 3
_SAID_AS_SQL = 0.5
"""Readings that only their SQL explains are offered after others of half their probability: nobody likes to choose
among clauses, and on business questions the right one is offered as often."""


def what_to_ask(translation: Translation, schema: DatabaseSchema, lang: str = "en") -> Clarification:
    """What the translator itself would ask; else its likeliest readings in plain words, to choose from."""
    return coded_question(translation, schema, lang).render(lang)


def coded_question(translation: Translation, schema: DatabaseSchema, lang: str) -> CodedClarification:
    """The same, not yet in words; `lang` is that of readings that only their SQL explains."""
    if translation.clarification is not None:
        return _with_unknown_words(translation.clarification, translation)
    if not translation.candidates:
        return CodedClarification(msg("clarification.nothing_meant"))
    words = translation.not_understood
    question = msg("clarification.one_of_these", phrases=words) if words else msg("clarification.unsure")
    return CodedClarification(question, _readings(translation, schema, lang))


def _with_unknown_words(asked: CodedClarification, translation: Translation) -> CodedClarification:
    """Also where something else is to be chosen, words that meant nothing are said."""
    named = tuple(texts_in(asked.question))
    unknown = tuple(word for word in translation.not_understood if not any(word in text for text in named))
    if not unknown:
        return asked
    sentences = asked.question, msg("clarification.no_sense", phrases=unknown)
    return replace(asked, question=msg("clarification.sentences", sentences=sentences))


def _readings(translation: Translation, schema: DatabaseSchema, lang: str) -> tuple[CodedReading, ...]:
    liked = sorted(translation.candidates, key=lambda one: -one.confidence * (1 if one.words else _SAID_AS_SQL))
    likeliest = liked[:_MOST_READINGS]
    said = [one.words or _explained(one, schema, lang) for one in likeliest]
    alike = {words for words, count in Counter(said).items() if count > 1}
    return tuple(
        CodedReading(_explained(one, schema, lang, is_brief=False) if words in alike else words, one.sql)
        for one, words in zip(likeliest, said, strict=True)
    )


def _explained(one: Candidate, schema: DatabaseSchema, lang: str, *, is_brief: bool = True) -> CodedMessage:
    """What its SQL does; in full where readings must be told apart by what seldom matters."""
    return verbatim(explain(one.sql, dialect=schema.dialect, schema=schema, lang=lang, is_brief=is_brief))
