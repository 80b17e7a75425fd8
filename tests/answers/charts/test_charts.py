from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given

from answerable.answers.answer import Chart
from answerable.answers.answer_facts import derive_facts
from answerable.answers.charts import choose_chart
from answerable.answers.charts.vega import SCHEMA, with_theme
from answerable.answers.values import dumps
from tests.answers.charts.results import HOSTILE, MONTHS, RESULTS
from tests.answers.tables import any_tables


def _chart(columns: dict[str, list[Any]], lang: str = "en") -> Chart:
    table = pa.table(columns)
    chart = choose_chart(table, derive_facts(table, lang=lang))
    assert chart is not None
    return chart


def _walk(part: Any) -> Iterator[tuple[str, Any]]:
    for key, value in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        yield str(key), value
        yield from _walk(value)


@pytest.mark.parametrize("name", RESULTS)
def test_each_result_gets_its_kind_of_chart(name: str) -> None:
    kind, columns = RESULTS[name]
    chart = choose_chart(pa.table(columns))
    assert (chart and chart.kind) == kind


@given(any_tables())
def test_a_spec_is_plain_json_and_names_no_url(table: pa.Table) -> None:
    chart = choose_chart(table)
    if chart is None:
        return
    assert json.loads(dumps(chart.spec)) == json.loads(json.dumps(chart.spec, allow_nan=False))
    assert all("://" not in str(value) for key, value in _walk(chart.spec) if key not in ("$schema", "values"))


@pytest.mark.parametrize("name", [name for name, (kind, _) in RESULTS.items() if kind])
def test_every_encoded_field_is_in_the_data(name: str) -> None:
    spec = _chart(RESULTS[name][1]).spec
    fields = {value for key, value in _walk({**spec, "data": {}}) if key == "field"}
    rows = spec["data"]["values"]
    assert fields and rows
    assert all(fields <= row.keys() for row in rows)
    assert spec["$schema"] == SCHEMA


def test_names_that_would_be_paths_or_expressions_are_disarmed() -> None:
    spec = _chart(HOSTILE).spec
    texts = [value for key, value in _walk({**spec, "data": {}}) if key in ("field", "title", "text", "description")]
    assert not any(set("\"'\\\n\x1b") & set(text) for text in texts if isinstance(text, str))
    assert not any(set(".[]") & set(value) for key, value in _walk({**spec, "data": {}}) if key == "field")


def test_fields_that_look_alike_stay_apart() -> None:
    spec = _chart({"a": ["x", "y", "x", "y"], "a.b": [1, 2, 3, 4], "a_b": ["p", "p", "q", "q"]}).spec
    assert {frozenset(row) for row in spec["data"]["values"]} == {frozenset({"a", "a_b", "a_b_2", "order"})}


def test_bars_stay_in_the_order_of_the_result() -> None:
    spec = _chart(RESULTS["long names"][1]).spec
    assert [row["country"] for row in spec["data"]["values"]] == RESULTS["long names"][1]["country"]
    assert spec["encoding"]["y"]["sort"] is None


def test_long_names_lie_and_short_ones_stand() -> None:
    assert _chart(RESULTS["long names"][1]).spec["encoding"]["x"]["type"] == "quantitative"
    assert _chart(RESULTS["a few categories"][1]).spec["encoding"]["y"]["type"] == "quantitative"


def test_too_many_categories_show_the_highest_and_say_so() -> None:
    spec = _chart(RESULTS["too many categories"][1]).spec
    assert [row["revenue"] for row in spec["data"]["values"]] == list(range(37, 57))
    assert spec["title"]["subtitle"] == "20 of 57 shown, the highest"
    assert _chart(RESULTS["too many categories"][1], "ko").spec["title"]["subtitle"] == "전체 57개 중 상위 20개"


def test_too_many_lines_show_the_highest_and_say_so() -> None:
    names = [f"s{i}" for i in range(12)]
    months = [month for month in MONTHS[:3] for _ in names]
    columns = {"month": months, "series": names * 3, "revenue": [*range(12)] * 3}
    spec = _chart(columns).spec
    assert {row["series"] for row in spec["data"]["values"]} == set(names[4:])
    assert spec["title"]["subtitle"] == "8 of 12 shown, the highest"


@pytest.mark.parametrize("columns", [{"revenue": [10, 12]}, {"revenue": [10, 12], "cost": [9, 11]}])
def test_two_points_are_no_line(columns: dict[str, list[Any]]) -> None:
    assert _chart({"month": MONTHS[:2], **columns}).kind == "bar"


def test_amounts_are_drawn_from_zero_and_averages_need_not_be() -> None:
    high = [1000.0 + number for number in range(12)]
    assert "scale" not in _chart({"month": MONTHS, "total_revenue": high}).spec["encoding"]["y"]
    assert _chart({"month": MONTHS, "avg_price": high}).spec["encoding"]["y"]["scale"]["zero"] is False


def test_what_json_cannot_carry_is_a_gap() -> None:
    rows = _chart(RESULTS["gaps and infinities"][1]).spec["data"]["values"]
    assert [row["revenue"] for row in rows] == [1.0, None, None, None]


def test_numbers_beyond_what_a_chart_can_place_are_rounded_not_lost() -> None:
    rows = _chart({"name": ["a", "b"], "amount": [2**63 - 1, 5]}).spec["data"]["values"]
    assert [row["amount"] for row in rows] == [float(2**63), 5]


def test_time_has_no_zone_to_be_shifted_by() -> None:
    rows = _chart(RESULTS["a month a row"][1]).spec["data"]["values"]
    assert rows[0]["month"] == "2024-01-01T00:00:00"


@pytest.mark.parametrize(("lang", "title"), [("en", "Total revenue by month"), ("ko", "월별 매출 합계")])
def test_the_title_says_what_is_shown(lang: str, title: str) -> None:
    assert _chart(RESULTS["a month a row"][1], lang).spec["title"]["text"] == title


def test_themes_change_the_look_alone() -> None:
    spec = _chart(RESULTS["a month a row"][1]).spec
    light, dark = with_theme(spec, "light"), with_theme(spec, "dark")
    assert light["config"]["background"] != dark["config"]["background"]
    assert {**light, "config": 0} == {**dark, "config": 0} == {**spec, "config": 0}
