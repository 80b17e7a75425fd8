"""Calendar arithmetic: a period is half-open, from `start` up to but without `end`; None leaves that side open."""

from __future__ import annotations

from datetime import date

from answerable.kernel.light_dataclass import dataclass

__all__ = ["GRAINS", "Period", "containing", "rolling", "shift_period", "year_of"]

GRAINS = ("day", "week", "month", "quarter", "year")
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
FIRST_DAY, _LAST = date(1, 1, 1), date(9999, 12, 31)


@dataclass(frozen=True, slots=True)
class Period:
    start: date | None
    end: date | None


def add_months(day: date, months: int) -> date:
    """The same day of another month, or that month's last day; kept within the calendar's ends."""
    index = day.year * 12 + day.month - 1 + months
    if not 12 <= index < 10_000 * 12:
        return FIRST_DAY if months < 0 else _LAST
    first = date(index // 12, index % 12 + 1, 1)
    length = (next_month(first) - first).days
    return first.replace(day=min(day.day, length))


def next_month(first: date) -> date:
    return (
        _LAST
        if (first.year, first.month) == (9999, 12)
        else date(first.year + first.month // 12, first.month % 12 + 1, 1)
    )


def add_days(day: date, days: int) -> date:
    reached = day.toordinal() + days
    return FIRST_DAY if reached < 1 else _LAST if reached > _LAST.toordinal() else date.fromordinal(reached)


def start_of(grain: str, day: date, year_start: int = 1) -> date:
    """The first day of the period that holds `day`; `year_start` is the month in which a (fiscal) year begins."""
    if grain == "day":
        return day
    if grain == "week":
        return add_days(day, -day.weekday())
    if grain == "month":
        return day.replace(day=1)
    into = (day.month - year_start) % _MONTHS[grain]
    return add_months(day.replace(day=1), -into)


def step(grain: str, day: date, count: int) -> date:
    if grain in _MONTHS:
        return add_months(day, count * _MONTHS[grain])
    return add_days(day, count * (7 if grain == "week" else 1))


def containing(grain: str, day: date, year_start: int = 1) -> Period:
    start = start_of(grain, day, year_start)
    return Period(start, step(grain, start, 1))


def shift_period(grain: str, day: date, count: int, year_start: int = 1) -> Period:
    """The period `count` periods away from the one that holds `day`: -1 is the last one."""
    start = step(grain, start_of(grain, day, year_start), count)
    return Period(start, step(grain, start, 1))


def rolling(grain: str, today: date, count: int) -> Period:
    """The `count` days, weeks, months … that end with today, today included."""
    # Periods are half open: from the first day up to, but without, the day behind the last.
    return Period(add_days(step(grain, today, -count), 1), add_days(today, 1))


def year_of(year: int, year_start: int = 1) -> Period:
    """A calendar year, or the fiscal year named for the calendar year in which it ends."""
    first = date(year, 1, 1) if year_start == 1 else add_months(date(year, year_start, 1), -12)
    return Period(first, add_months(first, 12))
