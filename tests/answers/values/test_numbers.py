from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.answers.values import number_style


@pytest.mark.parametrize(
    ("name", "values", "shown"),
    [
        ("revenue", [1234567.8900000001, 5.5], ["1,234,567.89", "5.50"]),
        ("revenue", [1234.5], ["1,234.50"]),
        ("total", [100.0], ["100"]),
        ("sum", [0.1 + 0.2], ["0.3"]),
        ("avg", [12.3456789], ["12.35"]),
        ("avg", [Decimal("12.3400000000000000")], ["12.34"]),
        ("price", [Decimal("5.00")], ["5.00"]),
        ("rate", [0.123456], ["0.1235"]),
        ("tiny", [0.00001234], ["1.234e-5"]),
        ("huge", [1e300], ["1e300"]),
        ("mixed", [-0.00001, 500.25], ["-1e-5", "500.25"]),
        ("zero", [-0.0], ["0"]),
        ("odd", [float("nan"), float("inf"), float("-inf")], ["NaN", "Infinity", "-Infinity"]),
        ("odd", [Decimal("NaN"), Decimal("-Infinity")], ["NaN", "-Infinity"]),
        ("customer_id", [1234567], ["1234567"]),
        ("customerId", [1234567.0], ["1234567"]),
        ("order_number", [1234567], ["1234567"]),
        ("zip", [10115], ["10115"]),
        ("year", [2024], ["2024"]),
        ("연도", [2024], ["2024"]),
        ("count(customer_id)", [1234567], ["1,234,567"]),
        ("customer_id_count", [1234567], ["1,234,567"]),
        ("number_of_years", [1234567], ["1,234,567"]),
        ("number", [1234567], ["1,234,567"]),
    ],
)
def test_numbers_read_as_people_write_them(name: str, values: list[float | Decimal], shown: list[str]) -> None:
    style = number_style(name, values)
    assert [style.text(value) for value in values] == shown


@given(st.decimals(-(10**30), 10**30, places=2))
def test_declared_cents_are_never_rounded(value: Decimal) -> None:
    assert Decimal(number_style("amount", [value]).text(value).replace(",", "")) == value


@given(st.integers())
def test_whole_numbers_are_never_rounded(value: int) -> None:
    assert int(number_style("n", [value]).text(value).replace(",", "")) == value


@given(st.lists(st.floats(-1e300, 1e300), min_size=1))
def test_what_is_shown_is_near_what_is_there(values: list[float]) -> None:
    style = number_style("x", values)
    for value in values:
        assert float(style.text(value).replace(",", "")) == pytest.approx(value, rel=1e-3, abs=0.005)
