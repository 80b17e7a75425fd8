from __future__ import annotations

import unicodedata
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.answers.charts import choose_chart
from answerable.answers.terminal_charts import bars, display_width, sparkline, terminal_chart
from tests.answers.charts.results import HOSTILE, RESULTS

NAN = float("nan")


def _lines(columns: dict[str, list[Any]], width: int = 60) -> tuple[str, ...]:
    chart = choose_chart(pa.table(columns))
    assert chart is not None
    return terminal_chart(chart, width)


def test_bars_are_as_long_as_their_values() -> None:
    assert [line.count("█") for line in bars(["a", "b", "c"], [8, 4, 2], 20)] == [16, 8, 4]


def test_a_small_value_is_still_seen() -> None:
    assert bars(["a", "b"], [1_000_000, 1], 40)[1].startswith("b ▏")


def test_negative_values_grow_to_the_left_of_zero() -> None:
    up, down = bars(["up", "down"], [10, -10], 31)
    assert up.index("█") == down.rindex("█") + 1
    assert up.endswith(" 10") and down.endswith("-10")


def test_missing_values_have_no_bar() -> None:
    lines = bars(["a", "b", "c"], [1, None, NAN], 30)
    assert ["█" in line for line in lines] == [True, False, False]
    assert lines[1].endswith("∅") and lines[2].endswith("NaN")


def test_all_zero_is_no_bar_and_all_equal_is_full() -> None:
    assert not any("█" in line for line in bars(["a", "b"], [0, 0], 30))
    assert {line.count("█") for line in bars(["a", "b"], [5, 5], 30)} == {26}


def test_wide_labels_are_aligned() -> None:
    lines = bars(["서울", "Rome", "🍎", "e\u0301"], [1, 1, 1, 1], 30)
    assert {display_width(line[: line.index("█")]) for line in lines} == {5}


def test_a_sparkline_rises_with_its_values() -> None:
    assert sparkline([1, 2, 3, 4, 5, 6, 7, 8]) == "▁▂▃▄▅▆▇█"
    assert sparkline([3, 3, 3]) == "▅▅▅"
    assert sparkline([1, None, NAN, 8]) == "▁  █"
    assert sparkline([None, NAN]) == "  "
    assert sparkline([]) == ""


def test_many_values_are_averaged_into_the_width() -> None:
    assert sparkline([1.0] * 50 + [9.0] * 50, 10) == "▁▁▁▁▁█████"


def test_a_series_shows_its_range_and_its_span() -> None:
    assert _lines(RESULTS["a month a row"][1])[0].endswith("20,000.00 – 29,905.50")
    assert _lines(RESULTS["a month a row"][1])[1] == "2024-01 → 2024-12"


def test_each_category_over_time_has_its_line() -> None:
    lines = _lines(RESULTS["time and category"][1])
    assert [line[:2] for line in lines[:2]] == ["a ", "b "]


def test_parts_of_a_whole_are_bars_too() -> None:
    assert len(_lines(RESULTS["parts of a whole"][1])) == 4


def test_points_are_not_for_text() -> None:
    assert _lines(RESULTS["two measures"][1]) == ()


@pytest.mark.parametrize("width", [1, 8, 20, 80])
@pytest.mark.parametrize("name", [name for name, (kind, _) in RESULTS.items() if kind])
def test_no_line_is_wider_than_asked(name: str, width: int) -> None:
    assert all(display_width(line) <= max(width, 1) for line in _lines(RESULTS[name][1], width))


@given(st.lists(st.tuples(st.text(max_size=8), st.none() | st.floats()), max_size=6), st.integers(1, 100))
def test_any_bars_fit_and_are_harmless(rows: list[tuple[str, float | None]], width: int) -> None:
    lines = bars([label for label, _ in rows], [value for _, value in rows], width)
    assert len(lines) == len(rows)
    for line in lines:
        assert display_width(line) <= width
        assert not any(unicodedata.category(character) in ("Cc", "Cs") for character in line)


def test_hostile_labels_are_escaped() -> None:
    assert "\x1b" not in "".join(_lines(HOSTILE))
