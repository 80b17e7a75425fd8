"""Requests to change data, which are declined. Quoted text is data and asks for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from answerable.language.normalise import Token

__all__ = ["asks_to_write"]

_VERBS = frozenset(
    ("delete", "drop", "update", "insert", "alter", "truncate", "rename", "grant", "revoke", "erase", "wipe")
)
_WITH_OBJECT = {
    "create": ("table", "index", "view", "database", "user", "row", "record", "trigger", "schema"),
    "add": ("row", "record", "column", "customer", "user", "entry"),
    "set": ("=", "to"),
    "change": ("to",),
    "replace": ("with", "by"),
    "remove": ("from", "all", "every", "the", "row", "record"),
}
_ANYWHERE = (
    ("drop", "table"),
    ("drop", "database"),
    ("drop", "view"),
    ("delete", "from"),
    ("delete", "all"),
    ("delete", "every"),
    ("insert", "into"),
    ("truncate", "table"),
    ("alter", "table"),
)
# fmt: off
_POLITE = frozenset((
    "please", "kindly", "now", "go", "ahead", "and", "can", "could", "you", "would", "i", "want", "we", "need", "to",
    "let", "us", "just", "then", "hey", "hi",
))
# fmt: on


def asks_to_write(tokens: Sequence[Token]) -> bool:
    """True when the question begins with an order to change data, or holds a writing statement anywhere."""
    words = [token.text.casefold() for token in tokens if not token.quoted]
    pairs = set(pairwise(words))
    if any(pair in pairs for pair in _ANYWHERE):
        return True
    first = next((place for place, word in enumerate(words) if word not in _POLITE), len(words))
    verb, rest = (words[first], words[first + 1 :]) if first < len(words) else ("", [])
    return (verb in _VERBS and bool(rest)) or any(word in rest for word in _WITH_OBJECT.get(verb, ()))
