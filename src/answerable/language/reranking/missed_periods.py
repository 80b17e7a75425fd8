"""Periods of a question that a reading does not speak of."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["missed_periods"]


def missed_periods(sql: str, years: Sequence[tuple[str, ...]]) -> int:
    """`years`: of each period those in which it begins and ends. How many have neither in the query."""
    return sum(not any(year in sql for year in ends) for ends in years)
