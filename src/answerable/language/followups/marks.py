"""Marks: the phrases by which a question leans on the one before it."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from answerable.kernel.light_dataclass import dataclass
from answerable.language.question.tokens import Token

__all__ = ["FollowUpMark", "find_marks", "idle_places"]

_LONGEST = 5
_KEPT = frozenset(("leading", "sorting", "lifting", "pronoun", "comparing", "again", "unlimited", "referring"))
"""Kinds whose words may also say something to the other stages, so that they stay in the fragment."""


@dataclass(frozen=True, slots=True)
class FollowUpMark:
    start: int
    end: int
    kind: str


def find_marks(tokens: Sequence[Token]) -> tuple[FollowUpMark, ...]:
    """Every mark, left to right, the longest at each place; quoted text holds none. Openings may follow each other."""
    result: list[FollowUpMark] = []
    position, opening = 0, True
    while position < len(tokens):
        mark = _mark_at(tokens, position, opening)
        if mark:
            result.append(mark)
        opening = opening and mark is not None
        position = mark.end if mark else position + 1
    return tuple(result)


def idle_places(marks: Sequence[FollowUpMark]) -> frozenset[int]:
    """Tokens that have said all they mean, so that the other stages need not see them."""
    return frozenset(position for mark in marks if mark.kind not in _KEPT for position in range(mark.start, mark.end))


def _mark_at(tokens: Sequence[Token], position: int, opening: bool) -> FollowUpMark | None:
    for length in range(min(_LONGEST, len(tokens) - position), 0, -1):
        span = tokens[position : position + length]
        words = " ".join(token.text.casefold() for token in span)
        closing = position + length == len(tokens)
        kind = None if any(token.quoted for token in span) else _kind(words, opening, closing)
        if kind:
            return FollowUpMark(position, position + length, kind)
    return None


def _kind(words: str, opening: bool, closing: bool) -> str | None:
    known = _phrases()
    at_the_start = known.get(f"^{words}") if opening else None
    return at_the_start or (known.get(f"{words}$") if closing else None) or known.get(words)


@cache
def _phrases() -> dict[str, str]:
    text = files("answerable.language.followups").joinpath("marks.toml").read_text(encoding="utf-8")
    return {phrase: kind for kind, table in tomllib.loads(text).items() for phrase in table["phrases"]}
