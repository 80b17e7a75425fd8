"""Days and weeks with a name, and those to come: `Christmas week 2025`, `Black Friday`, `next month`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from answerable.language.business.links.source_lexicon import SourceLexicon
from answerable.language.question.dates.calendar_periods import (
    GRAINS,
    Period,
    add_days,
    containing,
    shift_period,
    start_of,
    step,
)
from answerable.language.question.dates.date_spans import Calendar, DateMention
from answerable.language.question.dates.named_periods import MONTHS, past, word_at, year_in
from answerable.language.question.tokens import Token

__all__ = ["find_named_days", "in_their_year"]

_FIXED: dict[tuple[str, ...], tuple[int, int, int]] = {
    ("christmas", "week"): (12, 24, 8),
    ("christmas", "eve"): (12, 24, 1),
    ("christmas", "day"): (12, 25, 1),
    ("christmas", "holidays"): (12, 24, 8),
    ("christmas",): (12, 24, 3),
    ("boxing", "day"): (12, 26, 1),
    ("new", "year", "eve"): (12, 31, 1),
    ("new", "year", "day"): (1, 1, 1),
    ("valentine", "day"): (2, 14, 1),
    ("halloween",): (10, 31, 1),
}
"""Month and day on which it begins, and how many days it takes."""
_NEXT = frozenset({"next", "coming", "following", "upcoming"})
_LAST, _THIS = frozenset({"last", "previous", "past"}), frozenset({"this", "the"})
_LONGEST, _REACH, _MOST_AHEAD = 3, 3, 1000
_OTHER = frozenset({"vs", "versus", "against", "compared", "than", "and", "or"})


def find_named_days(tokens: Sequence[Token], calendar: Calendar, lexicon: SourceLexicon) -> Iterator[DateMention]:
    """Where the source has no such name itself."""
    words = [_word(token) for token in tokens]
    for at in range(len(words)):
        is_name = bool(words[at]) and bool(lexicon.targets((tokens[at].lemma,)))
        found = (
            (None if is_name else _holiday(words, at, calendar))
            or _weekend(words, at, calendar)
            or _coming(words, at, calendar)
        )
        if found:
            period, end, is_relative = found
            yield DateMention(at, end, period, " ".join(words[at:end]), is_relative)


def _word(token: Token) -> str:
    if token.quoted:
        return ""
    if token.number is not None and token.number == token.number.to_integral_value():
        return str(int(token.number))
    return token.text.casefold()


_Found = tuple[Period, int, bool]


def _holiday(words: list[str], at: int, calendar: Calendar) -> _Found | None:
    for length in range(_LONGEST, 0, -1):
        name = tuple(words[at : at + length])
        year_at = past(words, at + length, "of", "in", ",")
        year = year_in(word_at(words, year_at))
        end = year_at + 1 if year else at + length
        if name in _FIXED:
            month, day, days = _FIXED[name]
            start = date(year or calendar.today.year, month, day)
            if not year and start > calendar.today:
                start = start.replace(year=start.year - 1)
            return Period(start, add_days(start, days)), end, year is None
        if moving := _moving(name, year or calendar.today.year):
            if not year and moving.start and moving.start > calendar.today:
                moving = _moving(name, calendar.today.year - 1) or moving
            return moving, end, year is None
    return None


def _moving(name: tuple[str, ...], year: int) -> Period | None:
    first = date(year, 11, 1)
    friday = add_days(first, (3 - first.weekday()) % 7 + 22)
    if name == ("black", "friday"):
        return containing("day", friday)
    if name == ("cyber", "monday"):
        return containing("day", add_days(friday, 3))
    if name == ("easter",):
        return Period(add_days(_easter(year), -2), add_days(_easter(year), 2))
    return None


def _easter(year: int) -> date:
    """Easter Sunday, by the Gregorian reckoning."""
    century, golden = year // 100, year % 19
    epact = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
    epact -= (epact // 28) * (1 - (29 // (epact + 1)) * ((21 - golden) // 11))
    weekday = (year + year // 4 + epact + 2 - century + century // 4) % 7
    offset = epact - weekday
    month = 3 + (offset + 40) // 44
    return date(year, month, offset + 28 - 31 * (month // 4))


def _weekend(words: list[str], at: int, calendar: Calendar) -> _Found | None:
    if words[at] not in _LAST | _THIS - {"the"} or word_at(words, at + 1) != "weekend":
        return None
    monday = start_of("week", calendar.today)
    start = add_days(monday, 5 if words[at] in _THIS else -2)
    return Period(start, add_days(start, 2)), at + 2, True


def _coming(words: list[str], at: int, calendar: Calendar) -> _Found | None:
    """`tomorrow`, `next quarter`, `the next 30 days`."""
    if words[at] == "tomorrow":
        return containing("day", add_days(calendar.today, 1)), at + 1, True
    if words[at] not in _NEXT:
        return None
    if word_at(words, at + 1) in GRAINS:
        return shift_period(words[at + 1], calendar.today, 1), at + 2, True
    count, grain = word_at(words, at + 1), word_at(words, at + 2).removesuffix("s")
    if not (count.isascii() and count.isdigit() and 0 < int(count) < _MOST_AHEAD and grain in GRAINS):
        return None
    return Period(calendar.today, step(grain, calendar.today, int(count))), at + 3, True


def in_their_year(tokens: Sequence[Token], mentions: Sequence[DateMention]) -> tuple[DateMention, ...]:
    """`2025 (24 to 31 December)`: days in brackets lie in the year said before."""
    found: list[DateMention] = []
    for one in mentions:
        before = found[-1] if found else None
        if before and before.period.start and _explains(tokens, before, one):
            found[-1] = _moved(one, before, before.period.start.year)
        else:
            found.append(one)
    return tuple(found)


def _explains(tokens: Sequence[Token], before: DateMention, one: DateMention) -> bool:
    between = tokens[before.end : one.start]
    said = [token.text.casefold() for token in tokens[one.start : one.end]]
    has_year = any(year_in(word) for word in said) or not any(year_in(token.text) for token in tokens[: one.start])
    is_named = one.relative and not has_year and any(word in MONTHS for word in said)
    return is_named and len(between) <= _REACH and not {token.lemma for token in between} & _OTHER


def _moved(one: DateMention, before: DateMention, year: int) -> DateMention:
    start, end = one.period.start, one.period.end
    if start is None or end is None:
        return before
    period = Period(_in_year(start, year), _in_year(end, year + end.year - start.year))
    return DateMention(before.start, one.end, period, one.text, False)


def _in_year(day: date, year: int) -> date:
    return day.replace(year=year, day=min(day.day, 28)) if (day.month, day.day) == (2, 29) else day.replace(year=year)
