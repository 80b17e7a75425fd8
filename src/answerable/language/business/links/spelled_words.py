"""Words that are spelled right: a word of the language is no slip for a name of the source."""

from __future__ import annotations

from functools import cache

from answerable.language.business.links.business_words import known_words
from answerable.language.neural.wordpiece import shipped_vocabulary
from answerable.language.question.tokens import Token

__all__ = ["is_spelled_right"]


def is_spelled_right(token: Token) -> bool:
    word = token.text.casefold()
    return word in _common_words() or token.lemma in _common_words() or token.lemma in known_words()


@cache
def _common_words() -> frozenset[str]:
    """The network's vocabulary has the frequent words of English as one piece."""
    return frozenset(piece for piece in shipped_vocabulary() if piece.isalpha() and len(piece) > 3)
