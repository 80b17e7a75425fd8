"""Where Korean comes in and goes out: a question is heard in English, what the translator says is told in Korean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from answerable.language.korean.script import has_hangul
from answerable.language.translation import Context, Translation, Turn

if TYPE_CHECKING:
    from answerable.language.korean.lexicon import Lexicon
    from answerable.schema import DatabaseSchema

__all__ = ["Heard", "KoreanEar"]

_KEPT_SCHEMAS = 8


@dataclass(frozen=True, slots=True)
class Heard:
    """A question as the stages read it."""

    question: str
    context: Context
    in_korean: bool = False
    """Whether what is said about it is said in Korean."""
    spoken: Mapping[str, str] = field(default_factory=dict)
    """English words of the question → the asker's own."""

    def tell(self, translation: Translation) -> Translation:
        from answerable.language.korean.telling import tell

        return tell(translation, self.spoken) if self.in_korean else translation


class KoreanEar:
    """Keeps the lexicons of the last few schemas."""

    def __init__(self) -> None:
        self._lexicons: dict[int, tuple[DatabaseSchema, Lexicon]] = {}

    def hear(self, question: str, schema: DatabaseSchema, context: Context) -> Heard:
        """English questions come back as they are; so does an order to change data, which is declined as it stands."""
        if not has_hangul(question):
            return Heard(question, context, context.lang == "ko")
        turns = tuple(Turn(self._english(t.question, schema, context)[0], t.sql) for t in context.turns)
        english, spoken = self._english(question, schema, context)
        return Heard(english, replace(context, turns=turns, lang="ko"), True, spoken)

    def _english(self, question: str, schema: DatabaseSchema, context: Context) -> tuple[str, dict[str, str]]:
        from answerable.language.korean.cutting import cut
        from answerable.language.korean.reading import read
        from answerable.language.korean.wording import in_english
        from answerable.language.normalise import normalise
        from answerable.language.write_requests import asks_to_write

        if not has_hangul(question) or asks_to_write(normalise(question)):
            return question, {}
        lexicon = self._lexicon(schema)
        pieces = cut(question, lexicon, context.today)
        return in_english(read(pieces, lexicon.sold_by)), {piece.english.casefold(): piece.korean for piece in pieces}

    def _lexicon(self, schema: DatabaseSchema) -> Lexicon:
        from answerable.language.korean.lexicon import Lexicon

        known = self._lexicons.get(id(schema))
        if known is None or known[0] is not schema:
            while len(self._lexicons) >= _KEPT_SCHEMAS:
                self._lexicons.pop(next(iter(self._lexicons)))
            known = self._lexicons[id(schema)] = (schema, Lexicon(schema))
        return known[1]
