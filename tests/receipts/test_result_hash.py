"""The hash of a result says whether two results hold the same, however their rows came."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.kernel.fingerprint import fingerprint_of
from answerable.receipts import result_hash
from answerable.receipts.row_hashes import MOST_ROWS

VALUES = pa.table(
    {
        "number": pa.array([1, None, 3]),
        "real": [0.5, None, math.inf],
        "text": ["a", None, "👩‍👩‍👧"],
        "flag": [True, None, False],
        "money": pa.array([Decimal("1.10"), None, Decimal("2.20")], pa.decimal128(12, 2)),
        "day": [date(2024, 2, 29), None, date(1, 1, 1)],
        "at": pa.array([datetime(2024, 1, 1, tzinfo=UTC), None, None], pa.timestamp("us", tz="UTC")),
        "late": pa.array([2**62, None, 7], pa.int64()).cast(pa.timestamp("ns")),
        "hour": [time(9, 30), None, time(0)],
        "took": [timedelta(seconds=3), None, timedelta(0)],
        "list": pa.array([[1, None], None, []], pa.list_(pa.int64())),
        "struct": pa.array([{"a": "x"}, None, {"a": None}]),
        "bytes": [b"\0\xff", None, b""],
        "broken": pa.array([b"\xff", None, b"ok"], pa.binary()).view(pa.string()),
        "nothing": pa.nulls(3),
    }
)
REPEATS = [1, MOST_ROWS]
"""Small results are hashed row by row, large ones column by column."""


def times(table: pa.Table, count: int) -> pa.Table:
    return pa.concat_tables([table] * count)


@pytest.mark.parametrize("count", REPEATS)
@pytest.mark.parametrize("is_ordered", [True, False])
def test_how_rows_were_cut_into_chunks_leaves_no_trace(count: int, is_ordered: bool) -> None:
    whole = times(VALUES, count).combine_chunks()
    parts = pa.concat_tables([whole.slice(0, 1), whole.slice(1, 1), whole.slice(2)])
    shifted = pa.concat_tables([VALUES, whole]).slice(3)
    hashes = {result_hash(table, is_ordered=is_ordered) for table in (whole, parts, shifted)}
    assert len(hashes) == 1


@pytest.mark.parametrize("count", REPEATS)
def test_the_order_counts_only_where_the_query_asks_for_one(count: int) -> None:
    table = times(VALUES, count)
    turned = table.take(list(range(table.num_rows))[::-1])
    assert result_hash(table, is_ordered=False) == result_hash(turned, is_ordered=False)
    assert result_hash(table, is_ordered=True) != result_hash(turned, is_ordered=True)


@pytest.mark.parametrize("name", [name for name in VALUES.column_names if name != "nothing"])
@pytest.mark.parametrize("count", REPEATS)
def test_any_changed_value_changes_it(name: str, count: int) -> None:
    table = times(VALUES.select([name]), count)
    other = pa.concat_tables([table.slice(1), table.slice(0, 1).take([0])]).slice(0, table.num_rows - 1)
    changed = pa.concat_tables([other, table.slice(1, 1)])
    assert result_hash(table, is_ordered=False) != result_hash(changed, is_ordered=False)


def test_names_and_types_are_part_of_it() -> None:
    table = pa.table({"a": [1]})
    others = [pa.table({"b": [1]}), pa.table({"a": pa.array([1], pa.int32())}), pa.table({"a": ["1"]})]
    assert len({result_hash(each, is_ordered=True) for each in (table, *others)}) == 4


def test_nothing_is_neither_zero_nor_empty_nor_not_a_number() -> None:
    floats = [pa.table({"a": pa.array([value], pa.float64())}) for value in (None, 0.0, math.nan, math.inf)]
    texts = [pa.table({"a": pa.array([value], pa.string())}) for value in (None, "", "null")]
    assert len({result_hash(table, is_ordered=True) for table in (*floats, *texts)}) == 7


@pytest.mark.parametrize("count", REPEATS)
def test_the_last_digits_of_floats_do_not_count(count: int) -> None:
    tenths = [0.1] * 10
    exact, added = math.fsum(tenths), sum(tenths)
    assert exact != added
    first, second = (times(pa.table({"a": [value, 1e9 + 0.5]}), count) for value in (exact, added))
    assert result_hash(first, is_ordered=False) == result_hash(second, is_ordered=False)
    third = times(pa.table({"a": [exact * (1 + 1e-8), 1e9 + 0.5]}), count)
    assert result_hash(first, is_ordered=False) != result_hash(third, is_ordered=False)


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300))
def test_a_change_beyond_the_tolerance_is_always_seen(value: float) -> None:
    near = value * (1 + 4e-9) if abs(value) > 1e-290 else value + 1
    one, other = (result_hash(pa.table({"a": [each]}), is_ordered=True) for each in (value, near))
    assert one != other


@given(st.integers(-(10**12), 10**12), st.integers(1, 50))
def test_sums_of_cents_in_another_order_are_the_same(cents: int, parts: int) -> None:
    amounts = [cents / 100 / parts] * parts
    one, other = sum(amounts), math.fsum(amounts)
    hashes = {result_hash(pa.table({"a": [value]}), is_ordered=True) for value in (one, other)}
    assert len(hashes) == 1


def test_what_was_hashed_already_is_not_hashed_again() -> None:
    table = times(pa.table({"a": [3, 1], "b": ["x", "y"]}), MOST_ROWS)
    made = result_hash(table, is_ordered=True, fingerprint="at hand")
    assert made == "at hand"
    assert result_hash(table, is_ordered=True) == fingerprint_of(table)


def test_rows_that_differ_only_in_texts_have_one_order_too() -> None:
    table = pa.table({"n": [1] * 3000, "t": [f"text {number % 700}" for number in range(3000)]})
    turned = table.take([(number * 7) % 3000 for number in range(3000)])
    assert result_hash(table, is_ordered=False) == result_hash(turned, is_ordered=False)


@pytest.mark.parametrize("count", REPEATS)
@pytest.mark.parametrize("kind", ["list", "struct", "map"])
def test_within_lists_and_structs_nothing_is_neither_infinite_nor_not_a_number(kind: str, count: int) -> None:
    def hashed(value: float | None) -> str:
        held: dict[str, pa.Array] = {
            "list": pa.array([[1.5, value]] * count, pa.list_(pa.float64())),
            "struct": pa.array([{"a": value}] * count, pa.struct([("a", pa.float64())])),
            "map": pa.array([[("a", value)]] * count, pa.map_(pa.string(), pa.float64())),
        }
        return result_hash(pa.table({"x": held[kind]}), is_ordered=True)

    assert len({hashed(value) for value in (None, math.nan, math.inf, -math.inf, 0.5)}) == 5
