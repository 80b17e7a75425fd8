"""Dates written in a query, and the calendar periods that two of them enclose."""

from __future__ import annotations

from datetime import date, timedelta

from sqlglot import exp

from answerable.kernel.light_dataclass import dataclass

__all__ = ["SpokenPeriod", "as_date_text", "date_text", "is_moment", "period_between"]

_MIDNIGHTS = (" 00:00:00", "T00:00:00", " 00:00", "T00:00")
_DATE_TYPES = (
    exp.DataType.Type.DATE,
    exp.DataType.Type.DATETIME,
    exp.DataType.Type.TIMESTAMP,
    exp.DataType.Type.TIMESTAMPNTZ,
    exp.DataType.Type.TIMESTAMPTZ,
)


_MOMENTS = (
    exp.CurrentDate, exp.CurrentTimestamp, exp.CurrentDatetime, exp.DateAdd, exp.DateSub, exp.TsOrDsAdd,
    exp.TimestampAdd, exp.TimestampSub, exp.DatetimeAdd, exp.DatetimeSub, exp.TimestampTrunc, exp.DateTrunc,
    exp.UnixToTime, exp.Date,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SpokenPeriod:
    unit: str
    """`year`, `quarter`, `month.1` to `month.12`, or `day`."""
    numbers: tuple[str, ...]
    """Year, then the quarter's number, or the month's and the day's."""


def is_moment(node: exp.Expr) -> bool:
    """True for what is plainly a point in time: a written date, today, or one reckoned from these."""
    if isinstance(node, exp.Anonymous):
        return node.name.upper() in ("DATE", "DATETIME", "NOW")
    if isinstance(node, exp.Add | exp.Sub):
        return isinstance(node.expression, exp.Interval)
    return isinstance(node, _MOMENTS) or date_text(node) is not None


def date_text(node: exp.Expr) -> str | None:
    """The date or time a constant stands for, as written; None for anything else."""
    if isinstance(node, exp.Literal):
        return node.name if node.is_string and _parsed(node.name) else None
    return as_date_text(node)


def as_date_text(node: exp.Expr) -> str | None:
    """For `DATE '…'`, `TIMESTAMP '…'` and casts of a constant to these."""
    if isinstance(node, exp.Cast) and node.to.this in _DATE_TYPES and isinstance(node.this, exp.Literal):
        return date_text(node.this)
    if isinstance(node, exp.Date | exp.TsOrDsToDate) and isinstance(node.this, exp.Literal):
        return date_text(node.this)
    return None


def _parsed(text: str) -> bool:
    try:
        date.fromisoformat(text[:10])
    except ValueError:
        return False
    return len(text) >= 10 and text[4] == "-"


def _midnight(text: str) -> date | None:
    """The day that starts at this moment; None when it is another moment of the day."""
    for midnight in _MIDNIGHTS:
        text = text.removesuffix(midnight)
    return date.fromisoformat(text) if len(text) == 10 else None


def period_between(first: str, end: str, *, end_included: bool) -> SpokenPeriod | None:
    """The year, quarter, month or day from `first` to `end`, if they enclose exactly one."""
    start, stop = _midnight(first), _midnight(end)
    if start is None or stop is None:
        return None
    if end_included:
        if stop == date.max:
            return None
        stop += timedelta(days=1)
    return _calendar_period(start, stop)


def _calendar_period(start: date, stop: date) -> SpokenPeriod | None:
    months = (stop.year - start.year) * 12 + stop.month - start.month
    year = str(start.year)
    if start.day == stop.day == 1:
        if months == 12 and start.month == 1:
            return SpokenPeriod("year", (year,))
        if months == 3 and start.month % 3 == 1:
            return SpokenPeriod("quarter", (year, str(start.month // 3 + 1)))
        if months == 1:
            return SpokenPeriod(f"month.{start.month}", (year,))
    if (stop - start).days == 1:
        return SpokenPeriod("day", (year, f"{start.month:02}", f"{start.day:02}"))
    return None
