"""Requests to change data, which are refused. Quoted text is data and asks for nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from answerable.language.question.tokens import Token
from answerable.naming.word_files import word_file

__all__ = ["asks_to_write"]

_WORDS = word_file("answerable.language.question")
_VERBS = _WORDS.word_set("write_verbs")
_WITH_OBJECT = _WORDS.groups("write_with_object")
_ANYWHERE = _WORDS.phrases("write_anywhere")
_NAMES_A_FIGURE = _WORDS.word_set("write_names_figure")
_NAMES_ROWS = _WORDS.word_set("write_names_rows")
_COUNTS = frozenset(("by", "per", "of"))
_A_TABLE_TO_READ = frozenset(("of", "showing", "listing", "that", "which"))
"""After "create a table": what is wanted is shown, not stored."""
_OBJECT_FOLLOWS = _WORDS.word_set("write_object")
_ENDS_A_CLAUSE = frozenset(";.?!")
_JOINS_A_CLAUSE = frozenset(("and", "then", ",", "also"))
_KOREAN = re.compile(
    r"(?:삭제|수정|변경|업데이트|갱신|추가|입력|삽입|드롭|초기화)(?:해(?:줘|주세요|라|요|줄래)?|하세요|하라|하십시오|하자)"
    r"|(?:지워|없애|바꿔|비워|고쳐)(?:줘|주세요|라|요|줄래|버려)?|(?:지우|바꾸|비우|고치)(?:세요|십시오)"
)
"""Orders to change something. `삭제된` (deleted) and `지우개` (an eraser) are none."""
_KOREAN_DISPLAY = re.compile(
    r".*(?:별로|순으로|차트로|그래프로|표로|단위로|형식으로|비율로|퍼센트로|도)|(?:필터|정렬|조건|그룹)(?:을|를|은|는)?"
)
"""Before the order: how the answer is shown is to change, not the data."""
_KOREAN_ALL = frozenset(("모든", "모두", "전부", "전체", "다"))
_POLITE = _WORDS.word_set("polite")


def asks_to_write(tokens: Sequence[Token]) -> bool:
    """True when a clause of the question is an order to change data, or a writing statement stands anywhere in it."""
    words = [token.text.casefold() for token in tokens if not token.quoted]
    pairs = set(pairwise(words))
    if any(pair in pairs for pair in _ANYWHERE) or _sets_something(words) or _orders_in_korean(words):
        return True
    return any(_is_order(clause) for clause in _clauses(words))


def _clauses(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """The parts between stops. "and" begins another one only before a verb with its object: "… and delete them"."""
    start = 0
    for index, word in enumerate(words):
        joined = word in _JOINS_A_CLAUSE and _has_object(words[index + 1 : index + 3])
        if word in _ENDS_A_CLAUSE or joined:
            yield words[start:index]
            start = index + 1
    yield words[start:]


def _has_object(words: Sequence[str]) -> bool:
    return len(words) == 2 and words[0] in {*_VERBS, *_WITH_OBJECT} and words[1] in _OBJECT_FOLLOWS


def _is_order(clause: Sequence[str]) -> bool:
    first = next((index for index, word in enumerate(clause) if word not in _POLITE), len(clause))
    verb, rest = (clause[first], clause[first + 1 :]) if first < len(clause) else ("", ())
    if not rest or _is_noun(rest) or (verb == "create" and _shows_a_table(rest)):
        return False
    return verb in _VERBS or any(word in rest for word in _WITH_OBJECT.get(verb, ()))


def _is_noun(rest: Sequence[str]) -> bool:
    return rest[0] in _NAMES_A_FIGURE or (rest[0] in _NAMES_ROWS and not _COUNTS.isdisjoint(rest[1:2]))


def _shows_a_table(rest: Sequence[str]) -> bool:
    return any(word in ("table", "view") and follower in _A_TABLE_TO_READ for word, follower in pairwise(rest))


def _sets_something(words: Sequence[str]) -> bool:
    """`UPDATE orders SET …`, wherever in the question it stands."""
    return any(
        word == "update" and "set" in words[position + 2 : position + 5] and "=" in words
        for position, word in enumerate(words)
    )


def _orders_in_korean(words: Sequence[str]) -> bool:
    """Korean puts the verb last, and politeness at its end."""
    said = [word for word in words if word not in _ENDS_A_CLAUSE]
    if said[-1:] == ["삭제"]:
        return not _KOREAN_ALL.isdisjoint(said) or any(word.endswith(("을", "를")) for word in said[-2:-1])
    verb = next((index for index in range(max(0, len(said) - 2), len(said)) if _KOREAN.fullmatch(said[index])), None)
    return verb is not None and not (verb > 0 and _KOREAN_DISPLAY.fullmatch(said[verb - 1]))
