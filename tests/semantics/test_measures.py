"""Figures have a kind, a unit and a scale; ids, years and labels are none."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest

from answerable.kernel.schema import Cell
from answerable.semantics import BusinessMeasure, build_semantics
from answerable.semantics.measure_expressions import derived_expression
from tests.semantics.nursery import NURSERY
from tests.semantics.schemas import schema_of, table_of

MODEL = build_semantics(NURSERY)
DERIVED = {(one.table, one.kind): one for one in MODEL.derived}


def _measures(**columns: Sequence[Cell]) -> dict[str, BusinessMeasure]:
    return {one.column: one for one in build_semantics(schema_of(table_of("t", columns))).measures}


def test_cents_are_scaled() -> None:
    measure = next(one for one in MODEL.measures if one.column == "net_ct")
    assert (measure.kind, measure.unit, measure.scale) == ("amount", "money", 0.01)


def test_currency_is_read_from_the_values() -> None:
    measure = next(one for one in MODEL.measures if one.column == "list_price")
    assert (measure.kind, measure.unit) == ("price", "EUR")


@pytest.mark.parametrize("column", ["cust_no", "planted_yr", "pos", "emp_no", "is_test"])
def test_ids_years_and_flags_are_no_measures(column: str) -> None:
    assert column not in {one.column for one in MODEL.measures}


@pytest.mark.parametrize("column", ["phone", "postcode", "zip", "year", "floor", "version", "order_code", "birth_year"])
def test_numbers_that_are_labels_are_no_measures(column: str) -> None:
    assert _measures(**{column: [1901, 2002, 2003, 2017, 1985, 1999, 2012, 1975]}) == {}


@pytest.mark.parametrize(
    ("column", "kind", "unit"),
    [
        ("dur_min", "duration", "minutes"),
        ("weight_kg", "size", "kg"),
        ("balance", "balance", ""),
        ("age", "age", ""),
        ("stars", "score", ""),
        ("qty", "quantity", ""),
        ("nightly_rate", "price", "money"),
        ("수량", "quantity", ""),
        ("capacity_total", "quantity", ""),
    ],
)
def test_words_tell_kind_and_unit(column: str, kind: str, unit: str) -> None:
    measure = _measures(**{column: [1, 5, 5, 2, 5, 8, 13, 21]})[column]
    assert (measure.kind, measure.unit) == (kind, unit)


def test_fraction_and_percentage_are_told_apart() -> None:
    found = _measures(discount=[0.0, 0.05, 0.1, 0.1], disc_pct=[0, 5, 10, 10])
    assert (found["discount"].unit, found["disc_pct"].unit) == ("fraction", "percent")


def test_prices_are_not_added_up() -> None:
    assert "sum" not in _measures(unit_price=[1.0, 2.0, 2.5])["unit_price"].aggregations


def test_revenue_of_a_line_is_derived() -> None:
    parts = dict(DERIVED["T_ORD_POS", "line_total"].parts)
    assert parts == {"quantity": "qty", "price": "price_ct", "discount": "disc_pct", "discount_unit": "percent"}


def test_gross_is_net_and_tax() -> None:
    assert dict(DERIVED["T_ORD_HD", "gross"].parts) == {"net": "net_ct", "tax": "tax_ct"}


def test_age_and_time_to_ship_are_derived() -> None:
    assert dict(DERIVED["T_EMP", "age"].parts) == {"born": "birth_dt"}
    assert dict(DERIVED["T_ORD_HD", "span"].parts) == {"start": "ord_dt", "end": "shipped_dt"}


@pytest.mark.parametrize(
    ("quantity", "price"),
    [
        ("months", "monthly_fee"),
        ("Months", "UnitPrice"),
        ("nights", "room_rate_per_night"),
        ("days", "daily_rate"),
        ("weight_kg", "price_per_kg"),
        ("consumption_kwh", "tariff_per_kwh"),
        ("hours", "hourly_fee"),
    ],
)
def test_units_have_a_price(quantity: str, price: str) -> None:
    columns: dict[str, list[Cell]] = {"id": [1, 2, 3], quantity: [2, 3, 12], price: [10.5, 20.0, 9.75]}
    derived = build_semantics(schema_of(table_of("charges", columns, key=("id",)))).derived
    assert [dict(one.parts) for one in derived] == [{"quantity": quantity, "price": price}]


def test_a_discount_may_be_an_amount() -> None:
    columns: dict[str, list[Cell]] = {
        "id": [1, 2],
        "qty": [2, 3],
        "unit_price": [10.5, 20.0],
        "discount_amount": [1.5, 0.25],
    }
    model = build_semantics(schema_of(table_of("lines", columns, key=("id",))))
    written = derived_expression(model, model.derived[0], date(2025, 1, 1)).sql()
    assert written == '("qty" * "unit_price" - COALESCE("discount_amount", 0))'
