"""Rows as exact Arrow columns."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from decimal import Decimal

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.sources.arrow_rows import (
    ColumnPlan,
    as_boolean,
    as_decimal,
    as_decimal_of_any_scale,
    as_interval,
    as_time_or_duration,
    cast_to,
    gather,
    gather_inferred,
)


def settled(plan: ColumnPlan, values: list[object]) -> pa.ChunkedArray:
    return gather([plan], [[(value,)] for value in values]).read_all()[0]


@given(
    st.lists(
        st.none() | st.decimals(allow_nan=False, allow_infinity=False, places=9, min_value=-(10**25), max_value=10**25)
    )
)
def test_decimal_of_any_scale_is_exact(values: list[Decimal | None]) -> None:
    texts: list[object] = [None if value is None else f"{value:f}" for value in values]
    assert settled(ColumnPlan("v", pa.string(), as_decimal_of_any_scale), texts).to_pylist() == values


def test_scale_is_the_least_that_holds_every_value() -> None:
    column = settled(ColumnPlan("v", pa.string(), as_decimal_of_any_scale), ["1", "2.25", None, "-30.5"])
    assert column.type == pa.decimal128(38, 2)


@pytest.mark.parametrize(
    ("precision", "scale", "text", "kind"),
    [
        (10, 2, "1.50", pa.decimal128(10, 2)),
        (50, 2, "1.50", pa.decimal256(50, 2)),
        (3, 5, "0.00012", pa.decimal128(38, 5)),
        (5, -2, "12300", pa.decimal128(38, 0)),
        (10, 2, "NaN", pa.string()),
        (90, 2, "9" * 80, pa.string()),
    ],
)
def test_declared_decimal(precision: int, scale: int, text: str, kind: pa.DataType) -> None:
    column = settled(ColumnPlan("v", pa.string(), as_decimal(precision, scale)), [text])
    assert column.type == kind and str(column[0].as_py()) == text


def test_value_outside_the_type_keeps_the_column_as_it_came() -> None:
    table = gather(
        [ColumnPlan("v", pa.string(), cast_to(pa.date32()))], [[("2024-01-01",)], [("infinity",)]]
    ).read_all()
    assert table["v"].to_pylist() == ["2024-01-01", "infinity"]
    assert b"note" in table.schema.field("v").metadata


@pytest.mark.parametrize(
    ("texts", "kind"), [(["1", "0", None], pa.bool_()), (["1", "2"], pa.int8()), ([None], pa.bool_()), ([], pa.bool_())]
)
def test_boolean_only_of_ones_and_zeroes(texts: list[object], kind: pa.DataType) -> None:
    assert settled(ColumnPlan("v", pa.string(), as_boolean(pa.int8())), texts).type == kind


@pytest.mark.parametrize(
    ("text", "shown"),
    [("10:11:12", "10:11:12"), ("-00:00:01.5", "-1 day, 23:59:58.500000"), ("25:00:00", "1 day, 1:00:00"), ("x", "x")],
)
def test_time_may_be_a_span(text: str, shown: str) -> None:
    assert str(settled(ColumnPlan("v", pa.string(), as_time_or_duration), [text])[0].as_py()) == shown


@pytest.mark.parametrize(
    ("text", "parts"),
    [("P1Y2M3DT4H5M6.5S", (14, 3, 14_706_500_000_000)), ("PT0S", (0, 0, 0)), ("P-1M1DT-1S", (-1, 1, -1_000_000_000))],
)
def test_interval_keeps_its_parts(text: str, parts: tuple[int, int, int]) -> None:
    assert tuple(settled(ColumnPlan("v", pa.string(), as_interval), [text])[0].as_py()) == parts


def test_no_rows_still_have_types() -> None:
    plans = [ColumnPlan("a", pa.int32()), ColumnPlan("b", pa.string(), as_decimal_of_any_scale)]
    assert gather(plans, []).schema == pa.schema([("a", pa.int32()), ("b", pa.decimal128(38, 0))])


def test_warnings_are_asked_after_the_rows() -> None:
    order: list[str] = []

    def chunks() -> Iterator[list[tuple[int]]]:
        yield [(1,)]
        order.append("rows")

    def warnings() -> list[str]:
        order.append("warnings")
        return ["cut"]

    schema = gather([ColumnPlan("a", pa.int32())], chunks(), warnings).schema
    assert order == ["rows", "warnings"] and schema.metadata == {b"warnings": b'["cut"]'}


def test_garbage_collection_is_on_again_after_a_failure() -> None:
    def chunks() -> Iterator[list[tuple[int]]]:
        raise ConnectionError
        yield []

    gc.enable()
    with pytest.raises(ConnectionError):
        gather([ColumnPlan("a", pa.int32())], chunks())
    assert gc.isenabled()


def test_inferred_column_of_huge_integers_becomes_text() -> None:
    assert gather_inferred(["v"], [[(1,)], [(10**30,)]]).read_all().to_pydict() == {"v": ["1", str(10**30)]}
