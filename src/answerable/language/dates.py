"""The stage that finds dates: spans of tokens that mean a period, absolute or relative to today."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from answerable.language.named_periods import (
    MONTHS,
    MOST_UNITS,
    Calendar,
    Found,
    lone_month,
    lone_year,
    past,
    period_at,
    word_at,
    year_in,
)
from answerable.language.normalise import Token
from answerable.language.periods import GRAINS, Period, add_months, containing, shifted

__all__ = ["Calendar", "DateMention", "find_dates"]

_SINCE = ("since", "starting", "beginning", "from", "onwards")
_UNTIL = ("until", "till", "through", "upto")
_PLAIN = ("in", "during", "on", "within", "for", "of", "at", "over")
_ARTICLES = ("the", "year", "month", "of")
_CONNECTORS = ("and", "to", "until", "through", "till")
_FILLERS = (
    *_SINCE,
    *_UNTIL,
    "in",
    "during",
    "for",
    "of",
    "before",
    "after",
    "the",
    "and",
    "to",
    "or",
    "by",
    "both",
    ",",
)
_AMOUNT_WORDS = ("over", "above", "than", "least", "most", "under", "below", "is", "at", "=", "<", ">", "<=", ">=")


@dataclass(frozen=True, slots=True)
class DateMention:
    start: int
    end: int
    """Tokens `start` up to but without `end`."""
    period: Period
    text: str
    relative: bool
    """True when the period depends on today, so that the answer must say which days it took."""


def find_dates(tokens: Sequence[Token], calendar: Calendar) -> tuple[DateMention, ...]:
    """Every date of the question, left to right, the longest reading at each place."""
    words = [_spelling(token) for token in tokens]
    mentions: list[DateMention] = []
    position = 0
    while position < len(words):
        found = _bounded(words, position, calendar) or _one_before(words, position, mentions)
        if found is None:
            position += 1
            continue
        end = position + found.length
        text = " ".join(token.text for token in tokens[position:end])
        mentions.append(DateMention(position, end, found.period, text, found.relative))
        position = end
    return tuple(mentions)


def _one_before(words: list[str], at: int, mentions: Sequence[DateMention]) -> Found | None:
    """`last month compared to the month before`: the one before the period named last."""
    before = mentions[-1].period if mentions else None
    grain = word_at(words, at + 1)
    if words[at] != "the" or grain not in GRAINS or word_at(words, at + 2) != "before":
        return None
    if before is None or before.start is None or containing(grain, before.start) != before:
        return None
    return Found(shifted(grain, before.start, -1), 3, relative=True)


def _spelling(token: Token) -> str:
    """Quoted text is never a date word, except a whole ISO date."""
    if token.quoted:
        return token.lemma if re.fullmatch(r"\d{4}-\d{2}-\d{2}", token.lemma) else ""
    if token.number is not None and token.number == token.number.to_integral_value() and abs(token.number) < MOST_UNITS:
        return str(int(token.number)) if "," not in token.text and token.text[:1].isalnum() else ""
    return "" if token.number is not None else token.text.casefold()


def _bounded(words: list[str], at: int, calendar: Calendar) -> Found | None:
    """A period with what stands before it: `since`, `before`, `between … and …`, `in`."""
    word = words[at]
    if word in ("between", "from") and (span := _span(words, at, calendar)):
        return span
    if word in _SINCE and (inner := _inner(words, at + 1, calendar)):
        return _opened(inner, 1, Period(inner.period.start, None))
    if word in _UNTIL and (inner := _inner(words, at + 1, calendar)):
        return _opened(inner, 1, Period(None, inner.period.end))
    if word == "up" and words[at + 1 : at + 2] == ["to"] and (inner := _inner(words, at + 2, calendar)):
        return _opened(inner, 2, Period(None, inner.period.end))
    if word in ("before", "earlier", "prior", "older") and (
        inner := _inner(words, past(words, at + 1, "than", "to"), calendar)
    ):
        return _opened(inner, _inner_start(words, at) - at, Period(None, inner.period.start))
    if word in ("after", "later", "newer") and (inner := _inner(words, past(words, at + 1, "than"), calendar)):
        return _opened(inner, _inner_start(words, at) - at, Period(inner.period.end, None))
    if word in _PLAIN and (inner := _inner(words, at + 1, calendar)) and not _amount(words, at):
        return _opened(inner, 1, inner.period)
    return _bare(words, at, calendar)


def _inner_start(words: list[str], at: int) -> int:
    return past(words, at + 1, "than", "to")


def _opened(inner: Found, before: int, period: Period) -> Found:
    return Found(period, inner.length + before, inner.relative)


def _inner(words: list[str], at: int, calendar: Calendar) -> Found | None:
    """A period after a preposition, where `the year 2024` and a bare month name may stand."""
    skipped = 0
    while at + skipped < len(words) and words[at + skipped] in _ARTICLES and skipped < 3:
        if found := period_at(words, at + skipped, calendar):
            break
        skipped += 1
    found = period_at(words, at + skipped, calendar) or lone_month(words, at + skipped, calendar)
    found = found or lone_year(words, at + skipped)
    return Found(found.period, found.length + skipped, found.relative) if found else None


def _span(words: list[str], at: int, calendar: Calendar) -> Found | None:
    """`between X and Y`, `from X to Y`: from X's first day to Y's last; a missing year is taken from Y."""
    first = _inner(words, at + 1, calendar)
    if first is None:
        return None
    middle = at + 1 + first.length
    if middle >= len(words) or words[middle] not in _CONNECTORS:
        return None
    second = _inner(words, middle + 1, calendar)
    if second is None or first.period.start is None or second.period.end is None:
        return None
    start = first.period.start
    if words[at + 1] in MONTHS and first.length == 1:
        start = _aligned(start, second.period.end)
    return Found(Period(start, second.period.end), middle + 1 + second.length - at, first.relative and second.relative)


def _aligned(start: date, end: date) -> date:
    """`between January and March 2023`: the January before that March."""
    aligned = start.replace(year=end.year)
    return aligned if aligned < end else add_months(aligned, -12)


def _bare(words: list[str], at: int, calendar: Calendar) -> Found | None:
    """A period with nothing before it. A lone year or month name needs a preposition, or it may be something else."""
    if found := period_at(words, at, calendar):
        return found
    before = words[at - 1] if at else ""
    after = words[at + 1] if at + 1 < len(words) else ""
    if before in _FILLERS or at == 0 or (before not in _AMOUNT_WORDS and after in ("", "?", ",")):
        return lone_year(words, at)
    return None


def _amount(words: list[str], at: int) -> bool:
    """`over 2000` and `at 2000` speak of an amount; `over the last year` does not."""
    return words[at] in ("over", "at") and year_in(word_at(words, at + 1)) is not None
