"""Requests to change data, which are declined. Quoted text is data and asks for nothing."""

from __future__ import annotations

import re
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
_KOREAN = re.compile(
    r"(?:삭제|수정|변경|업데이트|갱신|추가|입력|삽입|드롭|초기화)(?:해(?:줘|주세요|라|요|줄래)?|하세요|하라|하십시오|하자)"
    r"|(?:지워|없애|바꿔|비워|고쳐)(?:줘|주세요|라|요|줄래|버려)?|(?:지우|바꾸|비우|고치)(?:세요|십시오)"
)
"""Orders to change something. `삭제된` (deleted) and `지우개` (an eraser) are none."""
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
    if any(pair in pairs for pair in _ANYWHERE) or _sets_something(words) or _orders_in_korean(words):
        return True
    first = next((place for place, word in enumerate(words) if word not in _POLITE), len(words))
    verb, rest = (words[first], words[first + 1 :]) if first < len(words) else ("", [])
    return (verb in _VERBS and bool(rest)) or any(word in rest for word in _WITH_OBJECT.get(verb, ()))


def _sets_something(words: Sequence[str]) -> bool:
    """`UPDATE orders SET …`, wherever in the question it stands."""
    return any(
        word == "update" and "set" in words[place + 2 : place + 5] and "=" in words for place, word in enumerate(words)
    )


def _orders_in_korean(words: Sequence[str]) -> bool:
    """Korean puts the verb last, and politeness at its end."""
    return any(_KOREAN.fullmatch(word) for word in words[-2:])
