"""What to ask back when a translation is not sure enough to be answered with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.clarification import Clarification, Reading

if TYPE_CHECKING:
    from answerable.language.translation import Translation
    from answerable.schema import DatabaseSchema

__all__ = ["what_to_ask"]

_MOST_READINGS = 4
_ASKED = {
    "en": {
        "unsure": "I am not sure how this is meant. Which one is it?",
        "strange": "I could not make sense of {words}. Is one of these meant?",
        "strange_too": "I could not make sense of {words}.",
        "nothing": "It is not clear what this question means for this data. Name a table or a column of the source.",
    },
    "ko": {
        "unsure": "어떤 뜻인지 확실하지 않습니다. 어느 것인가요?",
        "strange": "{words}의 뜻을 알 수 없습니다. 다음 중 하나인가요?",
        "strange_too": "{words}의 뜻을 알 수 없습니다.",
        "nothing": "이 데이터에서 무엇을 묻는지 분명하지 않습니다. 표나 열의 이름을 말해 주세요.",
    },
}


def what_to_ask(translation: Translation, schema: DatabaseSchema, lang: str = "en") -> Clarification:
    """What the translator itself would ask; else its likeliest readings in plain words, to choose from."""
    said = _ASKED.get(lang, _ASKED["en"])
    if translation.clarification is not None:
        return _with_strange_words(translation.clarification, translation, said["strange_too"])
    if not translation.candidates:
        return Clarification(said["nothing"], ())
    words = _quoted(translation.not_understood)
    question = said["strange"].format(words=words) if words else said["unsure"]
    return Clarification(question, _readings(translation, schema, lang))


def _with_strange_words(asked: Clarification, translation: Translation, saying: str) -> Clarification:
    """Also where something else is to be chosen, words that meant nothing are said."""
    strange = [word for word in translation.not_understood if word not in asked.question]
    return replace(asked, question=f"{asked.question} {saying.format(words=_quoted(strange))}") if strange else asked


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(f"'{word}'" for word in words)


def _readings(translation: Translation, schema: DatabaseSchema, lang: str) -> tuple[Reading, ...]:
    from answerable.language.explainer import explain

    return tuple(
        Reading(explain(one.sql, dialect=schema.dialect, schema=schema, lang=lang), one.sql)
        for one in translation.candidates[:_MOST_READINGS]
    )
