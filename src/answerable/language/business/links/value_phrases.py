"""How people say a value: as it is written, by the people of a country, with the umlaut as two letters; a path only
with the name of its column."""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cache

from answerable.language.business.links.business_words import phrase_of
from answerable.language.business.links.technical_texts import is_technical_text
from answerable.language.question.word_lists import Phrase, demonyms

__all__ = ["value_phrases"]

_LONGEST = 6
_AS_WRITTEN, _WITH_ITS_COLUMN, _BY_ITS_PEOPLE, _UNSURE = 0.95, 0.9, 0.85, 0.5
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "å": "aa", "æ": "ae", "œ": "oe"})
_ONE_LETTER = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th"})
"""Letters that are no letter with an accent."""


def value_phrases(value: str, column: str, nouns: Set[Phrase]) -> Iterator[tuple[Phrase, float]]:
    """`nouns` are what tables are called: a value of that name is seldom meant."""
    phrase = phrase_of(value)
    if not 0 < len(phrase) <= _LONGEST:
        return
    if is_technical_text(value):
        yield from _with_column(phrase, phrase_of(column))
        return
    is_unsure = phrase in nouns or (len(phrase) == 1 and len(phrase[0]) <= 2)
    score = _UNSURE if is_unsure else _AS_WRITTEN
    yield phrase, score
    if not value.isascii():
        yield from ((other, score) for other in _in_plain_letters(value) if other != phrase)
    yield from ((said, _BY_ITS_PEOPLE) for said in _people_of().get(phrase, ()))


def _with_column(phrase: Phrase, column: Phrase) -> Iterator[tuple[Phrase, float]]:
    """`/pricing` is the pricing page; several words are clear enough."""
    yield (*phrase, *column), _WITH_ITS_COLUMN
    if len(phrase) > 1:
        yield phrase, _UNSURE


def _in_plain_letters(value: str) -> Iterator[Phrase]:
    """Of `Jürgen Groß`: juergen gross, and jurgen gross."""
    for letters in (_TWO_LETTERS, _ONE_LETTER):
        yield phrase_of(value.casefold().translate(letters))


@cache
def _people_of() -> dict[Phrase, tuple[Phrase, ...]]:
    found: dict[Phrase, tuple[Phrase, ...]] = {}
    for word, values in demonyms().items():
        for value in values:
            key = phrase_of(value)
            found[key] = (*found.get(key, ()), phrase_of(word))
    return found
