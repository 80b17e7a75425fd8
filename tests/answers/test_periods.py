from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.answers.time_axis import Grain, read_periods

D = date


@pytest.mark.parametrize(
    ("name", "values", "grain", "labels"),
    [
        ("month", ["2024-01", None, "2024-12"], Grain.MONTH, ("2024-01", None, "2024-12")),
        ("m", ["2024/1", "2024/11"], Grain.MONTH, ("2024-01", "2024-11")),
        ("quarter", ["2024-Q3", "2025Q1"], Grain.QUARTER, ("2024-Q3", "2025-Q1")),
        ("week", ["2024-W05", "2024-W52"], Grain.WEEK, ("2024-W05", "2024-W52")),
        ("year", [2023, 2024.0, "2025"], Grain.YEAR, ("2023", "2024", "2025")),
        ("order_date", [D(2024, 1, 5), D(2024, 1, 6)], Grain.DAY, ("2024-01-05", "2024-01-06")),
        ("month", [datetime(2024, 1, 1), datetime(2024, 3, 1)], Grain.MONTH, ("2024-01", "2024-03")),
        ("month", [D(2024, 1, 1)], Grain.MONTH, ("2024-01",)),
        ("day", [D(2024, 1, 1), D(2024, 2, 1)], Grain.DAY, ("2024-01-01", "2024-02-01")),
        ("year", [D(2023, 1, 1), D(2024, 1, 1)], Grain.YEAR, ("2023", "2024")),
        ("quarter", [D(2024, 1, 1), D(2024, 4, 1)], Grain.QUARTER, ("2024-Q1", "2024-Q2")),
        ("week", [D(2024, 1, 1), D(2024, 1, 8)], Grain.WEEK, ("2024-W01", "2024-W02")),
        ("at", [datetime(2024, 1, 1, 8, 30, tzinfo=UTC)], Grain.MOMENT, ("2024-01-01 08:30",)),
        ("at", ["2024-01-05 10:00:01", "2024-01-06"], Grain.MOMENT, ("2024-01-05 10:00:01", "2024-01-06 00:00")),
    ],
)
def test_time_is_read_in_the_grain_it_has(name: str, values: list[Any], grain: Grain, labels: tuple[str, ...]) -> None:
    periods = read_periods(name, values)
    assert periods is not None
    assert (periods.grain, periods.labels) == (grain, labels)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("n", [2023, 2024]),
        ("month", ["2024-13"]),
        ("month", ["2024-01", "soon"]),
        ("week", ["2024-W60"]),
        ("year", [17, 2024]),
        ("year", [None]),
        ("year", [True]),
        ("when", ["2024-02-30"]),
        ("year", [float("nan")]),
        ("x", [b"2024"]),
        ("x", []),
    ],
)
def test_what_is_no_time_is_not_taken_for_it(name: str, values: list[Any]) -> None:
    assert read_periods(name, values) is None


@given(st.lists(st.dates(D(1900, 1, 1), D(2100, 1, 1)), min_size=1))
def test_labels_keep_the_order_of_time(days: list[date]) -> None:
    periods = read_periods("day", days)
    assert periods is not None
    assert sorted(range(len(days)), key=lambda i: (days[i], i)) == sorted(
        range(len(days)), key=lambda i: (periods.labels[i] or "", i)
    )
