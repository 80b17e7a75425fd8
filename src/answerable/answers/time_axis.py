"""Time as results carry it: dates, timestamps, and the texts and numbers that stand for a year, quarter or month."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import Any

from answerable.kernel.light_dataclass import dataclass
from answerable.naming.identifiers import identifier_words

__all__ = ["Grain", "Periods", "read_periods"]


class Grain(StrEnum):
    YEAR = "year"
    QUARTER = "quarter"
    MONTH = "month"
    WEEK = "week"
    DAY = "day"
    MOMENT = "moment"


@dataclass(frozen=True, slots=True)
class Periods:
    """A column of time, row by row; None where the cell is NULL."""

    grain: Grain
    starts: tuple[datetime | None, ...]
    """Wall-clock time, without zone: what the reader of the result sees."""
    labels: tuple[str | None, ...]
    """`2024`, `2024-Q3`, `2024-01`, `2024-W05`, `2024-01-31`, or `2024-01-31 08:30`."""

    def holds(self, row: int, day: date) -> bool:
        """True where the row's period has begun on that day and is not over."""
        start = self.starts[row]
        return start is not None and start.date() <= day < _end(start.date(), self.grain)


_TEXT_FORMS: tuple[tuple[Grain, re.Pattern[str]], ...] = (
    (Grain.YEAR, re.compile(r"(?P<year>\d{4})")),
    (Grain.MONTH, re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})")),
    (Grain.QUARTER, re.compile(r"(?P<year>\d{4})[- ]?Q(?P<quarter>[1-4])", re.IGNORECASE)),
    (Grain.WEEK, re.compile(r"(?P<year>\d{4})-?W(?P<week>\d{1,2})", re.IGNORECASE)),
)
_YEARS = range(1000, 3000)
_YEAR_NAMES = frozenset({"year", "yr", "연도", "년도", "년"})


def read_periods(name: str, values: Sequence[Any]) -> Periods | None:
    """The column as time, or None when it is not: one cell that is no period is enough to say so."""
    present = [value for value in values if value is not None]
    if not present:
        return None
    read = _dates(name, values) if isinstance(present[0], date) else _buckets(name, values)
    if read is None:
        return None
    grain, starts = read
    return Periods(grain, tuple(starts), tuple(None if start is None else _label(start, grain) for start in starts))


def _end(start: date, grain: Grain) -> date:
    """The first day after the period that begins there."""
    months = {Grain.YEAR: 12, Grain.QUARTER: 3, Grain.MONTH: 1}.get(grain)
    if months is None:
        return start + timedelta(days=7 if grain is Grain.WEEK else 1)
    year, month = divmod(12 * start.year + start.month - 1 + months, 12)
    return date(year, month + 1, 1)


def _dates(name: str, values: Sequence[Any]) -> tuple[Grain, list[datetime | None]] | None:
    if not all(value is None or isinstance(value, date) for value in values):
        return None
    starts = [None if value is None else _wall_clock(value) for value in values]
    return _grain_of(name, [start for start in starts if start is not None]), starts


def _wall_clock(value: date) -> datetime:
    if isinstance(value, datetime):
        return value.replace(tzinfo=None)
    return datetime.combine(value, time())


def _grain_of(name: str, starts: list[datetime]) -> Grain:
    """Truncated dates show their grain by what is the same in all of them; one date alone only by its column's name."""
    words = set(identifier_words(name))
    if any(start.time() != time() for start in starts):
        return Grain.MOMENT
    several = len(set(starts)) > 1
    if any(start.day != 1 for start in starts) or not (several or words & {"year", "quarter", "month"}):
        weekly = "week" in words and all(start.weekday() in (0, 6) for start in starts)
        return Grain.WEEK if weekly and starts[0].weekday() == 0 else Grain.DAY
    if all(start.month == 1 for start in starts) and not words & {"quarter", "month", "day", "date"}:
        return Grain.YEAR
    if "quarter" in words and all(start.month % 3 == 1 for start in starts):
        return Grain.QUARTER
    return Grain.DAY if words & {"day", "week"} else Grain.MONTH


def _buckets(name: str, values: Sequence[Any]) -> tuple[Grain, list[datetime | None]] | None:
    first = next(value for value in values if value is not None)
    for grain, form in _TEXT_FORMS:
        if _bucket_start(grain, form, first) is None:
            continue
        starts = [None if value is None else _bucket_start(grain, form, value) for value in values]
        if all((value is None) == (start is None) for value, start in zip(values, starts, strict=True)):
            if grain is Grain.YEAR and not _YEAR_NAMES & set(identifier_words(name)):
                return None
            return grain, starts
    return _iso_texts(name, values)


def _bucket_start(grain: Grain, form: re.Pattern[str], value: Any) -> datetime | None:
    if isinstance(value, (bool, bytes)):
        return None
    match = form.fullmatch(_bucket_text(value))
    if match is None or int(match["year"]) not in _YEARS:
        return None
    year = int(match["year"])
    try:
        if grain is Grain.WEEK:
            return datetime.fromisocalendar(year, int(match["week"]), 1)
        if grain is Grain.QUARTER:
            return datetime(year, int(match["quarter"]) * 3 - 2, 1)
        return datetime(year, int(match["month"]) if grain is Grain.MONTH else 1, 1)
    except ValueError:
        return None


def _bucket_text(value: Any) -> str:
    """A year may come as 2024, 2024.0 or '2024'."""
    if isinstance(value, str):
        return value.strip()
    try:
        return str(int(value)) if value == int(value) else ""
    except (TypeError, ValueError, OverflowError):
        return ""


def _iso_texts(name: str, values: Sequence[Any]) -> tuple[Grain, list[datetime | None]] | None:
    """Engines without a date type keep dates as text."""
    parsed: list[date | None] = []
    for value in values:
        if value is not None and not (isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\d", value)):
            return None
        try:
            parsed.append(None if value is None else datetime.fromisoformat(value))
        except ValueError:
            return None
    return _dates(name, parsed)


def _label(start: datetime, grain: Grain) -> str:
    if grain is Grain.YEAR:
        return f"{start.year:04d}"
    if grain is Grain.QUARTER:
        return f"{start.year:04d}-Q{(start.month + 2) // 3}"
    if grain is Grain.MONTH:
        return f"{start.year:04d}-{start.month:02d}"
    if grain is Grain.WEEK:
        year, week, _ = start.isocalendar()
        return f"{year:04d}-W{week:02d}"
    if grain is Grain.DAY:
        return start.date().isoformat()
    return start.isoformat(" ", "minutes" if start.second == start.microsecond == 0 else "seconds")
