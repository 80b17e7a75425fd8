"""Times of day on the clock: `between 6pm and midnight`, `before 3 pm`, `18:00 or later`, as the hours they hold."""

from __future__ import annotations

import re
from collections.abc import Sequence

from answerable.language.question.tokens import Token

__all__ = ["clock_hours"]

_CLOCK = re.compile(r"(\d{1,2})(am|pm|h)")
_NAMED = {"midnight": 24, "noon": 12, "midday": 12}
_FROM, _TO = frozenset({"between", "from"}), frozenset({"and", "to", "until", "till"})
_BEFORE, _AFTER = frozenset({"before", "until", "till"}), frozenset({"after", "since", "from"})
_LATER, _EARLIER = frozenset({"later", "after", "onwards"}), frozenset({"earlier", "before"})
_DAY = 24

Hours = tuple[int, int, tuple[str, ...]]
"""Tokens from the first up to but without the second, and the hours, written with two digits."""


def clock_hours(tokens: Sequence[Token], at: int) -> Hours | None:
    """What begins at this token."""
    word = tokens[at].text.casefold()
    if word in _FROM and (first := _clock(tokens, at + 1)):
        middle = at + 1 + first[1]
        second = _clock(tokens, middle + 1) if middle < len(tokens) and tokens[middle].lemma in _TO else None
        if second:
            return at, middle + 1 + second[1], _hours(first[0], second[0])
    if word in _BEFORE | _AFTER and (only := _clock(tokens, at + 1)):
        hours = _hours(0, only[0]) if word in _BEFORE else _hours(only[0], _DAY)
        return at, at + 1 + only[1], hours
    return _open_sided(tokens, at)


def _open_sided(tokens: Sequence[Token], at: int) -> Hours | None:
    """`6pm or later`."""
    found = _clock(tokens, at)
    end = at + found[1] if found else 0
    if not found or end + 1 >= len(tokens) or tokens[end].lemma not in ("or", "and"):
        return None
    said = tokens[end + 1].text.casefold()
    if said in _LATER:
        return at, end + 2, _hours(found[0], _DAY)
    return (at, end + 2, _hours(0, found[0])) if said in _EARLIER else None


def _clock(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """The hour, and how many tokens say it."""
    if at >= len(tokens) or tokens[at].quoted:
        return None
    word = tokens[at].text.casefold()
    following = tokens[at + 1].text.casefold() if at + 1 < len(tokens) else ""
    if word in _NAMED:
        return _NAMED[word], 1
    if match := _CLOCK.fullmatch(word):
        return _in_day(int(match[1]), match[2], 1)
    if word.isascii() and word.isdigit() and len(word) < 3:
        if following in ("am", "pm", "h"):
            return _in_day(int(word), following, 2)
        # Of 18:00 the colon leaves no token.
        if following == "00" and tokens[at + 1].start == tokens[at].end + 1:
            return _in_day(int(word), "h", 2)
    return None


def _in_day(hour: int, half: str, length: int) -> tuple[int, int] | None:
    if hour > (_DAY if half == "h" else _DAY // 2):
        return None
    return (hour if half == "h" else hour % 12 + (12 if half == "pm" else 0)), length


def _hours(first: int, last: int) -> tuple[str, ...]:
    """`from 10pm to 2am` goes over midnight."""
    first, last = first % _DAY, last or _DAY
    passed = range(first, last) if first < last else (*range(first, _DAY), *range(last % _DAY))
    return tuple(f"{hour:02}" for hour in passed)
