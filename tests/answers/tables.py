"""Tables of every kind of value, for tests that must hold for all of them."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any

import pyarrow as pa
from hypothesis import strategies as st

__all__ = ["any_tables", "any_text", "any_values", "of_every_type"]

any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
"""Without lone surrogates, which Arrow cannot hold."""
_SEOUL = timezone(timedelta(hours=9))

_COLUMNS: list[tuple[Any, st.SearchStrategy[Any]]] = [
    (pa.int64(), st.integers(-(2**63), 2**63 - 1)),
    (pa.float64(), st.floats()),
    (pa.float32(), st.floats(width=32)),
    (pa.decimal128(38, 6), st.decimals(-(10**20), 10**20, places=6)),
    (pa.decimal256(70, 10), st.decimals(-(10**50), 10**50, places=10)),
    (pa.string(), any_text),
    (pa.bool_(), st.booleans()),
    (pa.date32(), st.dates()),
    (pa.timestamp("us"), st.datetimes()),
    (pa.timestamp("us", "+09:00"), st.datetimes(timezones=st.just(_SEOUL), min_value=datetime(2, 1, 1))),
    (pa.timestamp("ns"), st.integers(-(2**62), 2**62)),
    (pa.time64("ns"), st.integers(0, 86_400 * 10**9 - 1)),
    (pa.duration("ns"), st.integers(-(2**62), 2**62)),
    (pa.binary(), st.binary(max_size=20)),
    (pa.list_(pa.int32()), st.lists(st.integers(-5, 5), max_size=3)),
    (pa.struct([("a", pa.float64()), ("b", pa.string())]), st.fixed_dictionaries({"a": st.floats(), "b": any_text})),
    (
        pa.map_(pa.string(), pa.int32()),
        st.dictionaries(any_text, st.integers(0, 9), max_size=3).map(lambda d: [*d.items()]),
    ),
]

any_values = st.one_of(*[values for _, values in _COLUMNS])


@st.composite
def any_tables(draw: st.DrawFn) -> pa.Table:
    """Up to four columns of any type, names that may repeat, up to four rows, NULLs among them."""
    count = draw(st.integers(0, 4))
    chosen = draw(st.lists(st.sampled_from(_COLUMNS), min_size=1, max_size=4))
    names = draw(st.lists(any_text, min_size=len(chosen), max_size=len(chosen)))
    cells = [draw(st.lists(st.none() | values, min_size=count, max_size=count)) for _, values in chosen]
    arrays = [pa.array(values, kind) for (kind, _), values in zip(chosen, cells, strict=True)]
    return pa.table(arrays, names=names)


def of_every_type() -> pa.Table:
    """One row with a value, one with NULLs."""
    row: list[tuple[str, Any, Any]] = [
        ("big", pa.int64(), 2**63 - 1),
        ("money", pa.decimal128(38, 2), Decimal("12345678901234567890.10")),
        ("ratio", pa.float64(), 0.1),
        ("narrow", pa.float32(), 0.1),
        ("missing", pa.float64(), float("nan")),
        ("endless", pa.float64(), float("-inf")),
        ("day", pa.date32(), date(2024, 2, 29)),
        ("clock", pa.time64("us"), time(23, 59, 59, 5)),
        ("moment", pa.timestamp("us"), datetime(2024, 1, 2, 3, 4, 5)),
        ("zoned", pa.timestamp("us", "Asia/Seoul"), datetime(2024, 1, 1, 15, 0, tzinfo=UTC)),
        ("unknown_zone", pa.timestamp("us", "Mars/Phobos"), 1),
        ("nanos", pa.timestamp("ns"), 1),
        ("far", pa.timestamp("us"), 2**62),
        ("far_day", pa.date32(), 10**8),
        ("before", pa.date32(), -800_000),
        ("tick", pa.time64("ns"), 1),
        ("span", pa.duration("us"), timedelta(days=-1, hours=-2, microseconds=-5)),
        ("interval", pa.month_day_nano_interval(), (14, -2, 3 * 10**9)),
        ("raw", pa.binary(), b"\x00\xff"),
        ("list", pa.list_(pa.float64()), [1.5, None, float("inf")]),
        ("struct", pa.struct([("a", pa.date32()), ("b", pa.binary())]), {"a": date(2024, 1, 1), "b": b"\x01"}),
        ("map", pa.map_(pa.string(), pa.int32()), [("k", 1)]),
        ("odd_map", pa.map_(pa.int32(), pa.string()), [(1, "x"), (1, "y")]),
        ("text", pa.string(), "é e\u0301 👩‍👩‍👧 مرحبا \u202eevil\x1b[31m"),
    ]
    columns = {name: pa.array([value, None], kind) for name, kind, value in row}
    return pa.table(columns)
