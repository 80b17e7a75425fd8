"""A period that words name from some place on: `March 2024`, `Q1`, `last quarter`, `30 days ago`, `FY2024`."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from answerable.kernel.light_dataclass import dataclass
from answerable.language.question.dates.calendar_periods import (
    GRAINS,
    Period,
    add_days,
    add_months,
    containing,
    rolling,
    shift_period,
    start_of,
    step,
    year_of,
)
from answerable.naming.word_files import word_file

__all__ = [
    "MONTHS",
    "MONTH_DAY",
    "MOST_UNITS",
    "Calendar",
    "PeriodMatch",
    "lone_month",
    "lone_year",
    "past",
    "period_at",
    "word_at",
    "year_in",
]

_WORDS = word_file("answerable.language.question.dates")
_NAMES = _WORDS.words("months")
MONTHS = {name: i + 1 for i, name in enumerate(_NAMES)} | {name[:3]: i + 1 for i, name in enumerate(_NAMES)}
MONTHS["sept"] = 9
_ORDINALS = _WORDS.numbers("ordinals")
_LAST = _WORDS.words("last")
_THIS = _WORDS.words("this")
_TO_DATE = _WORDS.pairs("to_date")
MONTH_DAY = re.compile(r"^(\d{1,2})(?:st|nd|rd|th)?$")
_QUARTER = re.compile(r"^q([1-4])$")
_HALF = re.compile(r"^h([12])$")
_FISCAL = re.compile(r"^fy(\d{2}|\d{4})$")
MOST_UNITS = 100_000


@dataclass(frozen=True, slots=True)
class Calendar:
    """Against what relative dates are resolved."""

    today: date
    fiscal_year_start: int = 1


@dataclass(frozen=True, slots=True)
class PeriodMatch:
    """A period that begins at some token: how many tokens it takes and whether it leans on today."""

    period: Period
    length: int
    relative: bool = False


def past(words: list[str], at: int, *skipped: str) -> int:
    """The place after one of these words, where one stands there."""
    return at + 1 if at < len(words) and words[at] in skipped else at


def period_at(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    for reader in _READERS:
        if at < len(words) and (result := reader(words, at, calendar)):
            return result
    return None


def word_at(words: list[str], at: int) -> str:
    return words[at] if 0 <= at < len(words) else ""


def year_in(word: str) -> int | None:
    return int(word) if len(word) == 4 and word.isascii() and word.isdigit() and 1900 <= int(word) <= 2199 else None


def lone_year(words: list[str], at: int) -> PeriodMatch | None:
    year = year_in(word_at(words, at))
    return PeriodMatch(year_of(year), 1) if year else None


def lone_month(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """The most recent such month that has begun."""
    number = MONTHS.get(word_at(words, at))
    if number is None:
        return None
    first = date(calendar.today.year, number, 1)
    first = first if first <= calendar.today else add_months(first, -12)
    return PeriodMatch(containing("month", first), 1, relative=True)


def _iso(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    try:
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}", words[at]):
            return PeriodMatch(containing("day", date.fromisoformat(words[at])), 1)
        if re.fullmatch(r"\d{4}-\d{2}", words[at]):
            return PeriodMatch(containing("month", date.fromisoformat(words[at] + "-01")), 1)
    except ValueError:
        return None
    if match := re.fullmatch(r"(\d{4})-q([1-4])", words[at]):
        return PeriodMatch(_quarter(int(match[1]), int(match[2])), 1) if year_in(match[1]) else None
    return None


def _quarter(year: int, number: int) -> Period:
    return containing("quarter", date(year, 3 * number - 2, 1))


def _month_name(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """`March 2024`, `March of 2024`, `March 5, 2024`, `5 March 2024`."""
    if words[at] in MONTHS:
        month = MONTHS[words[at]]
        after = past(words, at + 1, "of", ",")
        if year := year_in(word_at(words, after)):
            return PeriodMatch(containing("month", date(year, month, 1)), after + 1 - at)
        day, year_at = MONTH_DAY.match(word_at(words, at + 1)), past(words, at + 2, ",", "of")
    else:
        day, month = MONTH_DAY.match(words[at]), MONTHS.get(word_at(words, past(words, at + 1, "of")), 0)
        year_at = past(words, past(words, at + 1, "of") + 1, ",", "of")
    year = year_in(word_at(words, year_at))
    if not day or not month or not year:
        return None
    try:
        return PeriodMatch(containing("day", date(year, month, int(day[1]))), year_at + 1 - at)
    except ValueError:
        return None


def _quarter_name(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """`Q1 2024`, `2024 Q1`, `first quarter of 2024`, `H1 2024`; without a year, the most recent that has begun."""
    if year_in(words[at]) and (match := _QUARTER.match(word_at(words, at + 1))):
        return PeriodMatch(_quarter(int(words[at]), int(match[1])), 2)
    if (number := _ORDINALS.get(words[at])) and word_at(words, at + 1) == "quarter":
        return _dated_quarter(words, at + 2, number, calendar, 2)
    if match := _QUARTER.match(words[at]):
        return _dated_quarter(words, at + 1, int(match[1]), calendar, 1)
    if (number := _ORDINALS.get(words[at], 3)) < 3 and word_at(words, at + 1) == "half":
        return _dated_half(words, at + 2, number, calendar)
    if (match := _HALF.match(words[at])) and (year := year_in(word_at(words, at + 1))):
        start = date(year, 6 * int(match[1]) - 5, 1)
        return PeriodMatch(Period(start, add_months(start, 6)), 2)
    return None


def _dated_half(words: list[str], at: int, number: int, calendar: Calendar) -> PeriodMatch:
    year_at = past(words, at, "of", ",", "in")
    year = year_in(word_at(words, year_at))
    start = date(year or calendar.today.year, 6 * number - 5, 1)
    return PeriodMatch(Period(start, add_months(start, 6)), 3 + year_at - at if year else 2, relative=not year)


def _dated_quarter(words: list[str], at: int, number: int, calendar: Calendar, taken: int) -> PeriodMatch:
    year_at = past(words, at, "of", ",", "in")
    if year := year_in(word_at(words, year_at)):
        return PeriodMatch(_quarter(year, number), year_at + 1 - at + taken)
    period = _quarter(calendar.today.year, number)
    if period.start and period.start > calendar.today:
        period = _quarter(calendar.today.year - 1, number)
    return PeriodMatch(period, taken, relative=True)


def _fiscal(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """`FY2024`, `fiscal year 2024`, `last fiscal year`: named for the calendar year in which it ends."""
    start = calendar.fiscal_year_start
    if match := _FISCAL.match(words[at]):
        year = int(match[1]) + (2000 if len(match[1]) == 2 else 0)
        return PeriodMatch(year_of(year, start), 1, relative=start != 1) if year else None
    offset = -1 if words[at] in _LAST else 0 if words[at] in _THIS else None
    if offset is not None and words[at + 1 : at + 3] in (["fiscal", "year"], ["financial", "year"]):
        return PeriodMatch(shift_period("year", calendar.today, offset, start), 3, relative=True)
    if offset is not None and words[at + 1 : at + 3] == ["fiscal", "quarter"]:
        return PeriodMatch(shift_period("quarter", calendar.today, offset, start), 3, relative=True)
    if words[at] in ("fiscal", "financial"):
        year_at = past(words, at + 1, "year")
        if year_found := year_in(word_at(words, year_at)):
            return PeriodMatch(year_of(year_found, start), year_at + 1 - at, relative=start != 1)
    return None


def _singular(word: str) -> str:
    return word.removesuffix("s")


def _relative(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """`today`, `last quarter`, `this year`, `last 30 days`, `3 months ago`, `last March`."""
    word, following = words[at], word_at(words, at + 1)
    today = calendar.today
    if word in ("today", "yesterday"):
        return PeriodMatch(containing("day", add_days(today, -1 if word == "yesterday" else 0)), 1, relative=True)
    if word in (*_LAST, *_THIS) and following in GRAINS:
        if words[at + 2 : at + 4] == ["to", "date"]:
            return PeriodMatch(Period(start_of(following, today), add_days(today, 1)), 4, relative=True)
        return PeriodMatch(shift_period(following, today, -1 if word in _LAST else 0), 2, relative=True)
    if word in _LAST and following in MONTHS:
        return _lone_month_found(words, at, calendar)
    return _counted(words, at, calendar)


def _lone_month_found(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    result = lone_month(words, at + 1, calendar)
    if result and result.period.start == start_of("month", calendar.today):
        result = PeriodMatch(shift_period("month", add_months(calendar.today, -12), 0), 1, relative=True)
    return PeriodMatch(result.period, 2, relative=True) if result else None


def _counted(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """`last 30 days`, `past 2 quarters`, `3 months ago`."""
    count_at = at + 1 if words[at] in _LAST else at
    count, grain = word_at(words, count_at), _singular(word_at(words, count_at + 1))
    if not (count.isascii() and count.isdigit() and grain in GRAINS and 0 < int(count) < MOST_UNITS):
        return None
    if count_at > at:
        return PeriodMatch(rolling(grain, calendar.today, int(count)), 3, relative=True)
    if word_at(words, count_at + 2) == "ago":
        return PeriodMatch(containing(grain, step(grain, calendar.today, -int(count))), 3, relative=True)
    return None


def _to_date(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """`year to date`, `YTD`."""
    grain, length = _TO_DATE.get(words[at]), 1
    if grain is None and words[at] in GRAINS and words[at + 1 : at + 3] == ["to", "date"]:
        grain, length = words[at], 3
    if grain is None:
        return None
    return PeriodMatch(Period(start_of(grain, calendar.today), add_days(calendar.today, 1)), length, relative=True)


_Reader = Callable[[list[str], int, Calendar], PeriodMatch | None]
_READERS: tuple[_Reader, ...] = (_iso, _fiscal, _to_date, _relative, _month_name, _quarter_name)
