"""How busy the shop is on a day: it grows over the years, and follows the season and the week."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

__all__ = ["FIRST_DAY", "LAST_DAY", "busyness", "days", "elapsed_share"]

FIRST_DAY = date(2022, 1, 1)
LAST_DAY = date(2026, 10, 31)

_GROWTH = 1.3
_BY_MONTH = (0.85, 0.84, 0.94, 0.95, 1.0, 0.96, 0.86, 0.84, 1.0, 1.06, 1.45, 1.62)
_BY_WEEKDAY = (1.1, 1.0, 0.98, 1.0, 0.97, 0.8, 1.15)


def days() -> Iterator[date]:
    return (FIRST_DAY + timedelta(days=number) for number in range((LAST_DAY - FIRST_DAY).days + 1))


def elapsed_share(day: date) -> float:
    """Share of the shop's life that has passed, 0 to 1."""
    return (day - FIRST_DAY).days / (LAST_DAY - FIRST_DAY).days


def busyness(day: date) -> float:
    """1 is an average day of the first weeks. Plain arithmetic only: no function that differs between machines."""
    return (1 + _GROWTH * elapsed_share(day)) * _BY_MONTH[day.month - 1] * _BY_WEEKDAY[day.weekday()]
