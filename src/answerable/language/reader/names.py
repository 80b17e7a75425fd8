"""Names and words as the reader compares them: split, lower-cased, singular. Plain and quick, the same everywhere."""

from __future__ import annotations

import re
from functools import cache

__all__ = ["STOP_WORDS", "WORD", "lemma", "normal", "stem", "words_of"]

WORD = re.compile(r"[^\W\d_]+|\d+")
_PIECE = re.compile(r"[\w']+|[^\w\s]")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_GAP = re.compile(r"[\s_\-./]+")
_PLURALS = (("ies", "y"), ("sses", "ss"), ("s", ""))
_ENDINGS = ("ing", "ed", "er", "est", "ly", "ion", "al")

STOP_WORDS = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "in",
        "on",
        "at",
        "to",
        "for",
        "and",
        "or",
        "is",
        "are",
        "was",
        "were",
        "be",
        "by",
        "with",
        "from",
        "as",
        "that",
        "this",
        "who",
        "which",
        "what",
        "how",
        "many",
        "much",
        "all",
        "each",
        "per",
        "do",
        "does",
        "did",
        "not",
        "no",
        "name",
        "names",
        "list",
        "show",
        "find",
        "give",
        "me",
        "us",
        "number",
        "total",
        "average",
        "id",
        "it",
        "its",
        "their",
        "has",
        "have",
        "had",
        "than",
        "more",
        "less",
        "most",
        "least",
    ]
)


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
