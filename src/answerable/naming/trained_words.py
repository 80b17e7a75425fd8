"""Names and words as the network and the ranker compare them: split, lower-cased, singular.

The shipped weights were trained with these functions and words, and features must stay bit-identical: this module
changes only with the next training, which then uses `identifiers`, `inflection` and `numbers` instead.
"""

from __future__ import annotations

import re
from functools import cache

from answerable.naming.numbers import NUMBER_WORDS
from answerable.naming.word_files import word_file

__all__ = ["STOP_WORDS", "TRAINED_NUMBER_WORDS", "WORD", "lemma", "normal", "stem", "words_of"]

WORD = re.compile(r"[^\W\d_]+|\d+")
_PIECE = re.compile(r"[\w']+|[^\w\s]")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_GAP = re.compile(r"[\s_\-./]+")
_PLURALS = (("ies", "y"), ("sses", "ss"), ("s", ""))

_WORDS = word_file("answerable.naming")
STOP_WORDS = _WORDS.word_set("trained_stop_words")
_KNOWN_NUMBERS = {
    word: number for word, number in NUMBER_WORDS.items() if number <= 50 or number in (10**2, 10**3, 10**6)
}
TRAINED_NUMBER_WORDS = _KNOWN_NUMBERS | _WORDS.numbers("trained_number_words")
_ENDINGS = _WORDS.words("trained_endings")


@cache
def words_of(name: str) -> str:
    """`OrderDate`, `order_date` → `order date`."""
    return " ".join(_GAP.split(_CAMEL.sub(" ", name))).lower().strip() or name.lower()


@cache
def lemma(word: str) -> str:
    for ending, instead in _PLURALS:
        if word.endswith(ending) and len(word) > len(ending) + 2 and not word.endswith("ss"):
            return word[: -len(ending)] + instead
    return word


@cache
def stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 3:
            return word[: -len(ending)]
    return word


def normal(text: str) -> str:
    """A cell or a phrase, without what spelling leaves open: case and spaces."""
    return " ".join(_PIECE.findall(text.lower()))
