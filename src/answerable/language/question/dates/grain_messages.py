"""Steps of time and periods, to be read by a person."""

from __future__ import annotations

from datetime import timedelta

from answerable.kernel.messages import CodedMessage, msg, verbatim
from answerable.language.question.dates.calendar_periods import FIRST_DAY, Period

__all__ = ["grain_message", "period_message"]


_GRAINS = {
    "day": msg("period.day"),
    "week": msg("period.week"),
    "month": msg("period.month"),
    "quarter": msg("period.quarter"),
    "year": msg("period.year"),
}


def grain_message(grain: str) -> CodedMessage:
    return _GRAINS.get(grain) or verbatim(grain)


def period_message(period: Period) -> CodedMessage:
    """Its last day included: `2024-01-01 to 2024-12-31`."""
    last = (period.end - timedelta(days=1)).isoformat() if period.end and period.end > FIRST_DAY else ""
    first = period.start.isoformat() if period.start else ""
    if first and last:
        return verbatim(first) if first == last else msg("period.between", first=first, last=last)
    return msg("period.since", first=first) if first else msg("period.until", last=last)
