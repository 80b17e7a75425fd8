"""The stage that finds window questions: running totals, moving averages, growth, previous periods, ranks.

Such a question is a plain one (`revenue by month`) and a phrase around it (`running total of …`). The phrase is found
here and taken out, so that the other stages read the plain question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from answerable.kernel.light_dataclass import dataclass
from answerable.language.question.tokens import Token
from answerable.naming.word_files import word_file

__all__ = ["WindowPhrase", "find_window", "line_of", "places_in"]

_GRAIN = r"(?P<{}>day|week|month|quarter|year)"
_MORE = r"(?:(?: total| sum| average| rate| percentage| count)? (?:of|in))?"
_PREVIOUS = r"(?:previous|prior|preceding|last)"
_DEFAULT_SIZE = 3
_PHRASES = tuple(
    (kind, re.compile(rf"(?<!\S){pattern.replace('GRAIN', _GRAIN.format('grain'))}(?!\S)"))
    for kind, pattern in (
        ("moving", rf"(?:a |the )?(?P<size>\d+) ?-? ?GRAIN ?-? (?:moving|rolling|trailing) average{_MORE}"),
        ("moving", rf"(?:moving|rolling|trailing) GRAIN average{_MORE}"),
        ("moving", rf"(?:moving|rolling|trailing) average{_MORE}"),
        ("running", rf"(?:running|cumulative|cumulated|accumulated)(?: total| sum| count)?{_MORE}"),
        ("growth", rf"GRAIN ?-? ?(?:over|on) ?-? ?(?:day|week|month|quarter|year)(?: growth| change)?{_MORE}"),
        ("growth", rf"(?P<short>yoy|mom|qoq|wow)(?: growth| change)?{_MORE}"),
        ("growth", rf"(?:percent|percentage|%|relative) (?:growth|change|increase){_MORE}"),
        ("growth", rf"growth(?: rates?)?{_MORE}"),
        (
            "previous",
            rf"(?:and |, )?(?:compared (?:to|with)|versus|vs|against|relative to|next to|and) (?:that of |those of )?"
            rf"(?:the |its )?(?:{_PREVIOUS} (?:day|week|month|quarter|year)|(?:day|week|month|quarter|year) before)",
        ),
    )
)
_SIZE_AFTER = re.compile(r"(?<!\S)over (?:the )?(?P<size>\d+) GRAINs?(?!\S)".replace("GRAIN", _GRAIN.format("grain")))
_STEPS = "(?:day|week|month|quarter|year)"
_SERIES = re.compile(
    rf"(?<!\S)(?:(?:by|per|each|every|for each)(?: \S+)? {_STEPS}|(?:dai|week|month|quarter|year)ly)(?!\S)"
)
_GROWTH = re.compile(r"(?<!\S)(?:growth(?: rates?)?|percent(?:age)? change)(?!\S)")
_WORDS = word_file("answerable.language.question")
_SHORT = _WORDS.pairs("growth_of")


@dataclass(frozen=True, slots=True)
class WindowPhrase:
    kind: str
    """running, moving, growth or previous."""
    places: frozenset[int]
    """Tokens that the phrase takes."""
    size: int = 0
    """Periods of a moving average, the present one included."""
    grain: str | None = None
    """The step of time the phrase itself names."""


def find_window(tokens: Sequence[Token]) -> WindowPhrase | None:
    """The first window phrase; None for a plain question. Quoted text holds none."""
    text, starts = line_of(tokens)
    for kind, pattern in _PHRASES:
        match = pattern.search(text)
        if match and (kind != "previous" or _SERIES.search(text[: match.start()] + text[match.end() :])):
            return _phrase(kind, match, text, starts)
    return None


def _phrase(kind: str, match: re.Match[str], text: str, starts: list[int]) -> WindowPhrase:
    named = match.groupdict()
    grain = named.get("grain") or _SHORT.get(named.get("short") or "")
    size, taken = int(named.get("size") or 0), places_in(match, starts)
    if kind == "growth":
        taken |= frozenset().union(*(places_in(more, starts) for more in _GROWTH.finditer(text)))
    if kind == "moving" and not size and (after := _SIZE_AFTER.search(text)):
        size, grain, taken = int(after["size"]), after["grain"], taken | places_in(after, starts)
    return WindowPhrase(kind, taken, (size or _DEFAULT_SIZE) if kind == "moving" else 0, grain)


def line_of(tokens: Sequence[Token]) -> tuple[str, list[int]]:
    """The tokens as one line, and where in it each begins."""
    words, starts, length = [], [], 0
    for token in tokens:
        word = '"' if token.quoted else str(token.number) if token.number is not None else token.text.casefold()
        words.append(word)
        starts.append(length)
        length += len(word) + 1
    return " ".join(words), starts


def places_in(match: re.Match[str], starts: list[int]) -> frozenset[int]:
    return frozenset(position for position, start in enumerate(starts) if match.start() <= start < match.end())
