"""Regular expressions of other people, matched in time that grows with the text alone: no pattern can hang.

    (…|…)  [a-z] [^…]  .  \\d \\w \\s \\D \\W \\S  \\. (any escaped sign)  ? * + {n} {n,} {n,m}  ^ $

Groups do not capture; there are no look-arounds and no back references, which need another kind of engine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from functools import lru_cache

from answerable.kernel.errors import BadSetting
from answerable.kernel.light_dataclass import dataclass

__all__ = ["BoundedPattern", "compile_pattern"]

LONGEST_PATTERN = 200
MOST_STATES = 600
LONGEST_TEXT = 400
"""Characters of a text that are looked at."""
_MOST_REPEATS = 100
_MOST_CACHED = 2_000

Test = Callable[[str], bool]
Fragment = tuple[int, int]
"""The first and the last state of a part of the pattern."""


@dataclass(slots=True)
class _Automaton:
    """States by number. Each has one test that leads on, or free steps to others, or neither: that is the end."""

    tests: list[Test | None] = field(default_factory=list)
    following: list[list[int]] = field(default_factory=list)

    def state(self, test: Test | None = None) -> int:
        if len(self.tests) >= MOST_STATES:
            raise _bad("it is too large", "Repeat less, or write two patterns.")
        self.tests.append(test)
        self.following.append([])
        return len(self.tests) - 1


class BoundedPattern:
    """All states that could have been reached are followed at once, so no text makes it go back and try again."""

    def __init__(self, text: str) -> None:
        body = text.removeprefix("^").removesuffix("$") if not text.endswith("\\$") else text.removeprefix("^")
        self.is_anchored_left, self.is_anchored_right = text.startswith("^"), body != text.removeprefix("^")
        self._automaton = _Automaton()
        first, self._last = _Parser(body, self._automaton).parse()
        self._first = self._closure(frozenset({first}))
        self._cache: dict[tuple[frozenset[int], str], frozenset[int]] = {}

    def fullmatch(self, text: str) -> bool:
        """Whether the whole text fits, what is beyond its first few hundred characters aside."""
        reached = self._first
        for character in text[:LONGEST_TEXT]:
            reached = self._step(reached, character)
            if not reached:
                return False
        return self._last in reached

    def found_in(self, text: str) -> bool:
        """Whether some part of the text fits; `^` and `$` hold it to the text's ends."""
        reached, rest = self._first, text[:LONGEST_TEXT]
        for index, character in enumerate(rest):
            if self._last in reached and not self.is_anchored_right:
                return True
            again = frozenset() if self.is_anchored_left else self._first
            reached = self._step(reached, character) | again
            if not reached and index:
                return False
        return self._last in reached

    def _step(self, states: frozenset[int], character: str) -> frozenset[int]:
        known = self._cache.get((states, character))
        if known is None:
            if len(self._cache) >= _MOST_CACHED:
                self._cache.clear()
            tests, following = self._automaton.tests, self._automaton.following
            onward = {to for state in states if (test := tests[state]) and test(character) for to in following[state]}
            known = self._cache[states, character] = self._closure(frozenset(onward))
        return known

    def _closure(self, states: frozenset[int]) -> frozenset[int]:
        """With all that is reached by free steps."""
        waiting, found = list(states), set(states)
        while waiting:
            state = waiting.pop()
            if self._automaton.tests[state] is None:
                new = [to for to in self._automaton.following[state] if to not in found]
                found.update(new)
                waiting += new
        return frozenset(found)


@lru_cache(maxsize=64)
def compile_pattern(text: str) -> BoundedPattern:
    """Raises BadSetting with what is wrong. Letters count as written; `(?i)` in front makes case not count."""
    if len(text) > LONGEST_PATTERN:
        raise _bad(f"it is longer than {LONGEST_PATTERN} characters", "Write two patterns.")
    return BoundedPattern(text)


class _Parser:
    """By Thompson's construction: each part becomes states with one way in and one way out."""

    def __init__(self, text: str, automaton: _Automaton) -> None:
        self._ignores_case = text.startswith("(?i)")
        self._text = text.removeprefix("(?i)")
        self._at = 0
        self._automaton = automaton

    def parse(self) -> Fragment:
        found = self._choice()
        if self._at < len(self._text):
            raise _bad("a ')' has no '('", "Write \\) for the sign itself.")
        return found

    @property
    def _next(self) -> str:
        return self._text[self._at : self._at + 1]

    def _take(self, what: str) -> bool:
        is_there = self._text.startswith(what, self._at)
        self._at += len(what) if is_there else 0
        return is_there

    def _choice(self) -> Fragment:
        found = self._sequence()
        while self._take("|"):
            found = self._either(found, self._sequence())
        return found

    def _either(self, one: Fragment, other: Fragment) -> Fragment:
        first, last = self._automaton.state(), self._automaton.state()
        self._automaton.following[first] = [one[0], other[0]]
        for fragment in (one, other):
            self._automaton.following[fragment[1]].append(last)
        return first, last

    def _sequence(self) -> Fragment:
        first = last = self._automaton.state()
        while self._next and self._next not in "|)":
            part = self._repeated()
            self._automaton.following[last].append(part[0])
            last = part[1]
        return first, last

    def _repeated(self) -> Fragment:
        begin = self._at
        found = self._atom()
        end = self._at
        least, most = self._bounds()
        if (least, most) == (1, 1):
            return found
        return self._copies(self._text[begin:end], least, most)

    def _bounds(self) -> tuple[int, int | None]:
        for sign, bounds in (("?", (0, 1)), ("*", (0, None)), ("+", (1, None))):
            if self._take(sign):
                return bounds
        return self._braces() if self._take("{") else (1, 1)

    def _braces(self) -> tuple[int, int | None]:
        inside, closed, _ = self._text[self._at :].partition("}")
        least, comma, most = inside.partition(",")
        if not closed or not least.isdecimal() or not (most.isdecimal() or not most):
            raise _bad("a '{' is no count", "Write {3}, {3,} or {3,5}; \\{ for the sign itself.")
        self._at += len(inside) + 1
        counts = int(least), (int(most) if most else None) if comma else int(least)
        if max(counts[0], counts[1] or 0) > _MOST_REPEATS or (counts[1] is not None and counts[1] < counts[0]):
            raise _bad(f"{{{inside}}} is no count up to {_MOST_REPEATS}", "Repeat less.")
        return counts

    def _copies(self, text: str, least: int, most: int | None) -> Fragment:
        """The part is written out as often as it must occur; then a loop, or as many copies that may be left out."""
        first = last = self._automaton.state()
        following = self._automaton.following
        for _ in range(least):
            part = self._copy(text)
            following[last].append(part[0])
            last = part[1]
        if most is None:
            part, end = self._copy(text), self._automaton.state()
            following[last] += [part[0], end]
            following[part[1]] += [part[0], end]
            return first, end
        for _ in range(most - least):
            part, end = self._copy(text), self._automaton.state()
            following[last] += [part[0], end]
            following[part[1]].append(end)
            last = end
        return first, last

    def _copy(self, text: str) -> Fragment:
        parser = _Parser(text, self._automaton)
        parser._ignores_case = self._ignores_case
        return parser._atom()

    def _atom(self) -> Fragment:
        if self._take("("):
            self._take("?:")
            found = self._choice()
            if not self._take(")"):
                raise _bad("a '(' has no ')'", "Write \\( for the sign itself.")
            return found
        first, last = self._automaton.state(self._test()), self._automaton.state()
        self._automaton.following[first].append(last)
        return first, last

    def _test(self) -> Test:
        sign = self._next
        self._at += 1
        if sign == "[":
            return self._class()
        if sign == ".":
            return lambda character: character != "\n"
        if sign == "\\":
            return self._escaped()
        if sign in "?*+{^$":
            raise _bad(f"'{sign}' stands where nothing is to repeat or end", f"Write \\{sign} for the sign itself.")
        return self._same(sign)

    def _same(self, sign: str) -> Test:
        if self._ignores_case:
            folded = sign.casefold()
            return lambda character: character.casefold() == folded
        return lambda character: character == sign

    def _escaped(self) -> Test:
        sign = self._next
        self._at += 1
        if sign in _NAMED:
            return _NAMED[sign]
        if not sign or sign.isalnum():
            raise _bad(f"'\\{sign}' is not supported", "Known: \\d \\w \\s, their capitals, and escaped signs.")
        return self._same(sign)

    def _class(self) -> Test:
        is_negated, tests = self._take("^"), list[Test]()
        while self._next != "]" or not tests:
            if not self._next:
                raise _bad("a '[' has no ']'", "Write \\[ for the sign itself.")
            tests.append(self._member())
        self._at += 1
        return lambda character: any(test(character) for test in tests) is not is_negated

    def _member(self) -> Test:
        sign = self._next
        self._at += 1
        if sign == "\\":
            return self._escaped()
        if self._next == "-" and self._text[self._at + 1 : self._at + 2] not in ("]", ""):
            last = self._text[self._at + 1]
            self._at += 2
            return self._between(sign, last)
        return self._same(sign)

    def _between(self, first: str, last: str) -> Test:
        if self._ignores_case:
            return lambda character: any(first <= one <= last for one in (character.lower(), character.upper()))
        return lambda character: first <= character <= last


_NAMED: dict[str, Test] = {
    "d": str.isdecimal,
    "w": lambda character: character.isalnum() or character == "_",
    "s": str.isspace,
    "D": lambda character: not character.isdecimal(),
    "W": lambda character: not (character.isalnum() or character == "_"),
    "S": lambda character: not character.isspace(),
}


def _bad(what: str, hint: str) -> BadSetting:
    return BadSetting(f"This pattern cannot be used: {what}.", hint=hint)
