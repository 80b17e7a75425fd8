"""A period as people say it: "2025", "March 2025", "Q3 2026", else from one day to another."""

from __future__ import annotations

from datetime import date, timedelta

from answerable.kernel.messages import CodedMessage, Param, msg

__all__ = ["describe_period", "within_period"]


def describe_period(start: date | None, end: date | None) -> CodedMessage:
    """`end` is the first day after it."""
    if start is None or end is None:
        return _open_period(start, end)
    months = 12 * (end.year - start.year) + end.month - start.month
    if start.day == end.day == 1 and months > 0:
        return _whole_months(start, months)
    if end - start == timedelta(days=1):
        return msg("described.day", day=start.day, month=start.month, year=start.year)
    return msg("period.between", first=start.isoformat(), last=_last_day(end).isoformat())


def within_period(start: date | None, end: date | None) -> CodedMessage:
    """With the preposition that it needs: "in 2025", "on 3 May 2025", "between 2025-12-24 and 2026-01-02"."""
    period = describe_period(start, end)
    match period.code:
        case "period.between":
            ends = dict(period.params)
            return msg("described.between", first=ends["first"], last=ends["last"])
        case "described.day":
            return msg("described.on_day", period=period)
        case "period.since" | "period.until":
            return period
    return msg("described.in_period", period=period)


def _open_period(start: date | None, end: date | None) -> CodedMessage:
    if start is not None:
        return msg("period.since", first=_first_day(start))
    return msg("period.until", last=_last_day(end).isoformat() if end else "")


def _first_day(start: date) -> Param:
    if start.day != 1:
        return start.isoformat()
    if start.month == 1:
        return msg("described.year", year=start.year)
    return msg("described.month", month=start.month, year=start.year)


def _whole_months(start: date, months: int) -> CodedMessage:
    if start.month == 1 and months % 12 == 0:
        return _whole_years(start.year, months // 12)
    if months == 1:
        return msg("described.month", month=start.month, year=start.year)
    if months == 3 and start.month % 3 == 1:
        return msg("described.quarter", quarter=(start.month + 2) // 3, year=start.year)
    last = start.month + months - 2
    to = msg("described.month", month=last % 12 + 1, year=start.year + last // 12)
    return msg("period.between", first=msg("described.month", month=start.month, year=start.year), last=to)


def _whole_years(first: int, count: int) -> CodedMessage:
    if count == 1:
        return msg("described.year", year=first)
    last = msg("described.year", year=first + count - 1)
    return msg("period.between", first=msg("described.year", year=first), last=last)


def _last_day(end: date) -> date:
    return end - timedelta(days=1)
