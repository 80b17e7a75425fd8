"""Translates in and out: a Korean question into English, and what the translator says of it into Korean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass
from answerable.language.korean.asker_words import in_asker_words
from answerable.language.korean.english_order import in_english
from answerable.language.korean.hangul import has_hangul
from answerable.language.korean.lexicon import Lexicon
from answerable.language.korean.read_korean import read
from answerable.language.korean.split_particles import cut
from answerable.language.question.tokens import normalise
from answerable.language.question.write_requests import asks_to_write
from answerable.language.translation import Context, Translation, Turn

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema

__all__ = ["EnglishQuestion", "KoreanAdapter"]

_KEPT_SCHEMAS = 8


@dataclass(frozen=True, slots=True)
class EnglishQuestion:
    """A question as the stages read it."""

    question: str
    context: Context
    spoken: Mapping[str, str] = field(default_factory=dict)
    """English words of the question → the asker's own."""

    def in_own_words(self, translation: Translation) -> Translation:
        """The same with the asker's words where the stages' English ones stand."""
        return in_asker_words(translation, self.spoken) if self.spoken else translation


class KoreanAdapter:
    """Keeps the lexicons of the last few schemas."""

    def __init__(self) -> None:
        self._lexicons: dict[int, tuple[DatabaseSchema, Lexicon]] = {}

    def to_english(self, question: str, schema: DatabaseSchema, context: Context) -> EnglishQuestion:
        """English questions come back as they are; so does an order to change data, which is declined as it stands."""
        if not has_hangul(question):
            return EnglishQuestion(question, context)
        turns = tuple(Turn(self._english(t.question, schema, context)[0], t.sql) for t in context.turns)
        english, spoken = self._english(question, schema, context)
        return EnglishQuestion(english, replace(context, turns=turns), spoken)

    def _english(self, question: str, schema: DatabaseSchema, context: Context) -> tuple[str, dict[str, str]]:
        if not has_hangul(question) or asks_to_write(normalise(question)):
            return question, {}
        lexicon = self._lexicon(schema)
        pieces = cut(question, lexicon, context.today)
        return in_english(read(pieces, lexicon.sold_by)), {piece.english.casefold(): piece.korean for piece in pieces}

    def _lexicon(self, schema: DatabaseSchema) -> Lexicon:
        known = self._lexicons.get(id(schema))
        if known is None or known[0] is not schema:
            while len(self._lexicons) >= _KEPT_SCHEMAS:
                self._lexicons.pop(next(iter(self._lexicons)))
            known = self._lexicons[id(schema)] = (schema, Lexicon(schema))
        return known[1]
