"""Periods as people say them beside the plain names: `17 November last year`, `Q3 25`, `the last two months of 2025`.

Most are rewritten to a plain name with its year, which `named_periods.py` reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from answerable.language.question.dates.calendar_periods import (
    GRAINS,
    Period,
    add_days,
    add_months,
    containing,
    step,
)
from answerable.language.question.dates.named_periods import (
    MONTH_DAY,
    MONTHS,
    Calendar,
    PeriodMatch,
    lone_month,
    lone_year,
    past,
    period_at,
    word_at,
    year_in,
)
from answerable.naming.word_files import word_file

__all__ = ["any_period_at"]

_WORDS = word_file("answerable.language.question.dates")
_LAST, _THIS = _WORDS.words("last"), _WORDS.words("this")
_SINCE, _UNTIL = _WORDS.words("since"), _WORDS.words("until")
_STARTS, _ENDS = _WORDS.words("starts"), _WORDS.words("ends")
_FIRST_OF, _LAST_OF = _WORDS.words("first_of"), _WORDS.words("last_of")
_BEFORE_DAY = _WORDS.word_set("before_day")
_WEEKDAYS = _WORDS.words("weekdays")
_DECADES = _WORDS.numbers("decades")
_TO = ("to", "until", "through", "till")
_PART = re.compile(r"[qh][1-4]")
_DECADE = re.compile(r"(\d\d)?(\d0)s")
_LONGEST_PART = 4


def any_period_at(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """What is said at more length comes first: `last year's December` is no whole year."""
    if not word_at(words, at):
        return None
    return next((found for found in _readings(words, at, calendar) if found), None)


def _readings(words: list[str], at: int, calendar: Calendar) -> Iterator[PeriodMatch | None]:
    yield _in_relative_year(words, at, calendar)
    yield _part_of_period(words, at, calendar)
    yield _year_range(words, at)
    yield _short_year(words, at, calendar)
    yield period_at(words, at, calendar)
    yield _day_without_year(words, at, calendar)
    yield _months_without_year(words, at, calendar)
    yield _half_without_year(words, at, calendar)
    yield _this_month_name(words, at, calendar)
    yield _week(words, at, calendar)
    yield _weekday_of_week(words, at, calendar)
    yield _numbered_month(words, at)
    yield _decade(words, at)
    yield _one_ago(words, at, calendar)
    yield _edge(words, at, calendar)


def _relative_year(words: list[str], at: int, calendar: Calendar) -> str:
    """`last year`, `this year` as a number."""
    if word_at(words, at + 1) != "year" or word_at(words, at + 2) == "to":
        return ""
    offset = -1 if words[at] in _LAST else 0 if words[at] in _THIS else None
    return str(calendar.today.year + offset) if offset is not None else ""


def _in_relative_year(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """`17 November last year`, `Q3 of this year`, `last year's December`."""
    if year := _relative_year(words, at, calendar):
        return _part_behind(words, at, year, calendar)
    for length in range(1, _LONGEST_PART + 1):
        year_at = past(words, past(words, at + length, "of", ",", "in"), "the")
        year = _relative_year(words, year_at, calendar) if year_at < len(words) else ""
        if year and (period := _whole([*words[at : at + length], year], calendar)):
            return PeriodMatch(period, year_at + 2 - at, relative=True)
    return None


def _part_behind(words: list[str], at: int, year: str, calendar: Calendar) -> PeriodMatch | None:
    first = past(words, at + 2, "in")
    for length in (3, 2, 1):
        part = words[first : first + length]
        is_dated = year_in(word_at(words, first + length)) or _relative_year(words, first + length, calendar)
        if len(part) == length and not is_dated and (period := _whole([*part, year], calendar)):
            return PeriodMatch(period, first + length - at, relative=True)
    return None


def _whole(words: list[str], calendar: Calendar) -> Period | None:
    """The period where the words name one from the first to the last."""
    found = period_at(words, 0, calendar) if words[0] and not year_in(words[0]) else None
    return found.period if found and found.length == len(words) else None


def _named(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """A period after `of`."""
    start = past(words, past(words, at, "the"), "year")
    if year := _relative_year(words, start, calendar) if start < len(words) else "":
        return PeriodMatch(containing("year", date(int(year), 1, 1)), start + 2 - at, relative=True)
    found = period_at(words, start, calendar) or lone_month(words, start, calendar) or lone_year(words, start)
    return PeriodMatch(found.period, found.length + start - at, found.relative) if found else None


def _part_of_period(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """`the last quarter of 2025`, `the first ten days of May 2025`."""
    if words[at] not in (*_FIRST_OF, *_LAST_OF):
        return None
    said = word_at(words, at + 1)
    count, grain_at = (int(said), at + 2) if said.isascii() and said.isdigit() and len(said) < 4 else (1, at + 1)
    grain = word_at(words, grain_at).removesuffix("s")
    if grain not in GRAINS or word_at(words, grain_at + 1) not in ("of", "in"):
        return None
    whole = _named(words, grain_at + 2, calendar)
    if whole is None or whole.period.start is None or whole.period.end is None:
        return None
    period = _edge_of(whole.period.start, whole.period.end, grain, -count if words[at] in _LAST_OF else count)
    return PeriodMatch(period, grain_at + 2 + whole.length - at, whole.relative)


def _edge_of(start: date, end: date, grain: str, count: int) -> Period:
    return Period(start, step(grain, start, count)) if count > 0 else Period(step(grain, end, count), end)


def _year_range(words: list[str], at: int) -> PeriodMatch | None:
    """`2024-2025`, of which the hyphen leaves no token."""
    first, last = year_in(words[at]), year_in(word_at(words, at + 1))
    if not first or not last or first >= last:
        return None
    return PeriodMatch(Period(date(first, 1, 1), date(last + 1, 1, 1)), 2)


def _short_year(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """`Q3 25`, `Dec 24`: a year where it lies some years back at most; `on Dec 24` is a day."""
    year_at = past(words, at + 1, "/", "of")
    year = _year_of_two_digits(word_at(words, year_at), calendar)
    is_part = bool(_PART.fullmatch(words[at])) or (words[at] in MONTHS and word_at(words, at - 1) not in _BEFORE_DAY)
    if not year or not is_part or year_in(word_at(words, past(words, year_at + 1, ","))):
        return None
    period = _whole([words[at], year], calendar)
    return PeriodMatch(period, year_at + 1 - at) if period else None


def _year_of_two_digits(word: str, calendar: Calendar) -> str:
    is_short = len(word) == 2 and word.isascii() and word.isdigit()
    return f"20{word}" if is_short and -12 <= int(word) + 2000 - calendar.today.year <= 1 else ""


def _day_without_year(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """`on 3 March`, `March 3rd`: the last such day."""
    if words[at] in MONTHS:
        length, day = 2, word_at(words, at + 1)
    else:
        length, day = past(words, at + 1, "of") + 1 - at, words[at]
    if not MONTH_DAY.match(day) or (day.isdigit() and word_at(words, at - 1) not in _BEFORE_DAY):
        return None
    part, today = words[at : at + length], calendar.today
    for year in range(today.year, today.year - 5, -1):
        period = _whole([*part, str(year)], calendar)
        if period and period.start and period.start <= today:
            return PeriodMatch(period, length, relative=True)
    return None


def _months_without_year(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """`Jan to March`, `Nov-Dec`: the last such months that have begun."""
    middle = past(words, at + 1, *_TO)
    first, last = MONTHS.get(words[at]), lone_month(words, middle, calendar)
    if not first or last is None or last.period.start is None or first == MONTHS[words[middle]]:
        return None
    if year_in(word_at(words, past(words, middle + 1, "of"))):
        return None
    start = last.period.start.replace(month=first)
    start = start if start < last.period.start else add_months(start, -12)
    return PeriodMatch(Period(start, last.period.end), middle + 1 - at, relative=True)


def _half_without_year(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    if words[at] not in ("h1", "h2"):
        return None
    start = date(calendar.today.year, 6 * int(words[at][1]) - 5, 1)
    start = start if start <= calendar.today else add_months(start, -12)
    return PeriodMatch(Period(start, add_months(start, 6)), 1, relative=True)


def _this_month_name(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """`this October`."""
    month = MONTHS.get(word_at(words, at + 1)) if words[at] in _THIS else None
    return PeriodMatch(containing("month", calendar.today.replace(month=month, day=1)), 2, True) if month else None


def _week(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """`the week of 5 May`, `week 23 of 2025`."""
    if words[at] not in ("week", "cw"):
        return None
    day_at = past(words, past(words, at + 1, "of", "from", "starting", "beginning", "commencing"), "the", "on")
    if day_at == at + 1:
        return _numbered_week(words, at, calendar)
    day = period_at(words, day_at, calendar) or _day_without_year(words, day_at, calendar)
    if day is None or day.period.start is None or containing("day", day.period.start) != day.period:
        return None
    return PeriodMatch(containing("week", day.period.start), day_at + day.length - at, day.relative)


def _numbered_week(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    number = word_at(words, at + 1)
    year_at = past(words, at + 2, "of", "in", ",", "/")
    year = year_in(word_at(words, year_at))
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= 53):
        return None
    try:
        start = date.fromisocalendar(year or calendar.today.year, int(number), 1)
    except ValueError:
        return None
    return PeriodMatch(containing("week", start), year_at + 1 - at if year else 2, relative=not year)


def _weekday_of_week(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """`last Monday`: the last one before today."""
    if words[at] not in _LAST or word_at(words, at + 1) not in _WEEKDAYS:
        return None
    back = (calendar.today.weekday() - _WEEKDAYS.index(words[at + 1]) - 1) % 7 + 1
    return PeriodMatch(containing("day", add_days(calendar.today, -back)), 2, relative=True)


def _numbered_month(words: list[str], at: int) -> PeriodMatch | None:
    """`11/2025`."""
    month, year = words[at], year_in(word_at(words, at + 2))
    if word_at(words, at + 1) != "/" or not year or word_at(words, at - 1) == "/":
        return None
    is_month = month.isascii() and month.isdigit() and 1 <= int(month) <= 12
    return PeriodMatch(containing("month", date(year, int(month), 1)), 3) if is_month else None


def _decade(words: list[str], at: int) -> PeriodMatch | None:
    """`the 90s`, `the 2010s`, `the nineties`."""
    year = _DECADES.get(words[at])
    if year is None and (match := _DECADE.fullmatch(words[at])) and (match[1] or word_at(words, at - 1) == "the"):
        year = int((match[1] or ("19" if int(match[2]) > 20 else "20")) + match[2])
    return PeriodMatch(Period(date(year, 1, 1), date(year + 10, 1, 1)), 1) if year and 1800 <= year <= 2100 else None


def _one_ago(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """`a year ago`."""
    if words[at] not in ("a", "an"):
        return None
    return period_at(["1", *words[at + 1 : at + 3]], 0, calendar)


def _edge(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """`since the start of 2025`, `until the end of June`: as `since 2025`, `until June`."""
    before = {*words[max(0, at - 2) : at]}
    is_start = words[at] in _STARTS and bool(before & {*_SINCE, "before"})
    is_end = words[at] in _ENDS and bool(before & {*_UNTIL, "after"})
    if not (is_start or is_end) or word_at(words, at + 1) != "of":
        return None
    if words[at + 2 : at + 4] in (["the", "year"], ["this", "year"]) and not year_in(word_at(words, at + 4)):
        return PeriodMatch(containing("year", calendar.today), 4, relative=True)
    found = _named(words, at + 2, calendar)
    return PeriodMatch(found.period, found.length + 2, found.relative) if found else None
