"""Dates, times and durations as ISO 8601 text, also where Python has no type for them."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

__all__ = ["duration_text", "elapsed_text", "far_date_text", "temporal_text", "time_of_day_text"]

_SECOND = 10**9
_DAY = 86_400 * _SECOND


def temporal_text(value: date | time | timedelta) -> str:
    """A timestamp keeps its offset; one without a zone gets none."""
    if isinstance(value, timedelta):
        microseconds = (value.days * 86_400 + value.seconds) * 10**6 + value.microseconds
        return elapsed_text(microseconds * 1_000)
    if isinstance(value, datetime):
        return value.isoformat("T")
    return value.isoformat()


def elapsed_text(nanoseconds: int) -> str:
    """A span measured by the clock: a day is 24 hours."""
    sign = -1 if nanoseconds < 0 else 1
    days, rest = divmod(abs(nanoseconds), _DAY)
    return duration_text(days=sign * days, nanoseconds=sign * rest)


def duration_text(*, months: int = 0, days: int = 0, nanoseconds: int) -> str:
    """`P1M2DT3H4.5S`. Where all parts are negative the sign stands in front; mixed signs stay with their part."""
    parts = (months, days, nanoseconds)
    if any(parts) and all(part <= 0 for part in parts):
        return "-" + duration_text(months=-months, days=-days, nanoseconds=-nanoseconds)
    years, months = divmod(months, 12) if months > 0 else (0, months)
    head = _part(years, "Y") + _part(months, "M") + _part(days, "D")
    tail = _clock(nanoseconds)
    if not head and not tail:
        return "PT0S"
    return f"P{head}" + (f"T{tail}" if tail else "")


def _clock(nanoseconds: int) -> str:
    sign = -1 if nanoseconds < 0 else 1
    seconds, fraction = divmod(abs(nanoseconds), _SECOND)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    text = _part(sign * hours, "H") + _part(sign * minutes, "M")
    if seconds or fraction:
        text += ("-" if sign < 0 else "") + _decimal_seconds(seconds, fraction) + "S"
    return text


def _decimal_seconds(seconds: int, fraction: int) -> str:
    return f"{seconds}.{fraction:09d}".rstrip("0").rstrip(".") if fraction else str(seconds)


def _part(count: int, letter: str) -> str:
    return f"{count}{letter}" if count else ""


def far_date_text(count: int, unit: str, *, in_utc: bool) -> str:
    """A date `count` units from 1970, in any year. Years have four digits at least, a sign outside 0 to 9999."""
    import numpy

    text = str(numpy.datetime_as_string(numpy.array(count, dtype=f"datetime64[{unit}]")))
    sign = "-" if text.startswith("-") else ""
    year, rest = text.lstrip("-").split("-", 1)
    sign = "+" if not sign and len(year) > 4 else sign
    return f"{sign}{year:0>4}-{rest}" + ("Z" if in_utc else "")


def time_of_day_text(nanoseconds: int) -> str:
    seconds, fraction = divmod(nanoseconds, _SECOND)
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{seconds:02d}.{fraction:09d}"
