"""Words that a reading leaves out although they say something: money that it does not add up, names and words of the
business that no part of it stands for, words of another script that nothing was made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from answerable.language.business.links.business_words import business_words, known_words, phrase_of
from answerable.language.reranking.sql_shape import SqlShape
from answerable.naming.inflection import stem

if TYPE_CHECKING:
    from answerable.language.question.tokens import Token
    from answerable.language.reranking.source_uses import SourceUses

__all__ = ["left_out_words"]

_HOW_MUCH = ("how", "much")
_LAST_LATIN = "ɏ"
_INITIALS = 2


def left_out_words(
    tokens: Sequence[Token], content: Sequence[Token], sql: str, shape: SqlShape, uses: SourceUses
) -> dict[str, float]:
    """`content` are the tokens that mean something."""
    text = sql.casefold()
    asks_money = _asks_for_money(tokens)
    shows_count = bool(shape.features.get("shows_count")) and not shape.features.get("shows_sum")
    left = [token for token in content if stem(token.lemma) not in shape.stems and token.text.casefold() not in text]
    return {
        "money_left": float(asks_money and not uses.speaks_of_money(sql)),
        "much_counted": float(_says(tokens, _HOW_MUCH) and shows_count),
        "known_left": float(sum(token.lemma in known_words() for token in left)),
        "names_left": float(sum(_is_name(token, tokens) for token in left)),
        "foreign_left": float(sum(_is_foreign(token.text) and token.text.casefold() not in text for token in tokens)),
        "letters_left": float(sum(text_left not in text for text_left in _capitals(tokens))),
    }


def _asks_for_money(tokens: Sequence[Token]) -> bool:
    words = [token.lemma for token in tokens]
    return any(tuple(words[at : at + len(phrase)]) == phrase for phrase in _money_words() for at in range(len(words)))


@cache
def _money_words() -> frozenset[tuple[str, ...]]:
    words = business_words()["worth"]
    return frozenset(phrase_of(word) for way in ("income", "outlay") for word in words[way])


def _says(tokens: Sequence[Token], words: tuple[str, ...]) -> bool:
    said = [token.lemma for token in tokens]
    return any(tuple(said[at : at + len(words)]) == words for at in range(len(said)))


def _is_name(token: Token, tokens: Sequence[Token]) -> bool:
    """Written with a capital, and not because a sentence begins."""
    return token is not tokens[0] and token.text[:1].isupper()


def _capitals(tokens: Sequence[Token]) -> Iterator[str]:
    """`IT`, `HR`: common words otherwise."""
    words = [token.text for token in tokens if token.text.isalpha()]
    if any(not word.isupper() for word in words):
        yield from (word.casefold() for word in words if word.isupper() and len(word) >= _INITIALS)


def _is_foreign(text: str) -> bool:
    return any(letter > _LAST_LATIN and letter.isalpha() for letter in text)
