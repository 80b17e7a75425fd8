from __future__ import annotations

import json
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.answers.values import dumps, rows_as_dicts, to_json
from tests.answers.tables import any_tables, any_values, of_every_type


def _strict(text: str) -> Any:
    """Reads as RFC 8259 has it: NaN and Infinity are no numbers."""

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    return json.loads(text, parse_constant=refuse, parse_float=Decimal)


@given(any_tables())
def test_every_result_is_valid_json(table: pa.Table) -> None:
    rows = rows_as_dicts(table)
    read = _strict(dumps(rows))
    assert len(read) == table.num_rows
    assert all(len(row) == table.num_columns for row in read)


@given(any_tables())
def test_indented_and_compact_say_the_same(table: pa.Table) -> None:
    rows = rows_as_dicts(table)
    assert _strict(dumps(rows)) == _strict(dumps(rows, indent=2))


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_decimals_keep_every_digit(value: Decimal) -> None:
    assert Decimal(dumps(value)) == value
    assert _strict(dumps([value])) == [value]


@given(st.integers())
def test_whole_numbers_keep_every_digit(value: int) -> None:
    assert dumps(value) == str(value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_read_back_as_they_were(value: float) -> None:
    assert json.loads(dumps(value)) == value


@given(st.text())
def test_any_text_survives_and_is_safe_to_print(text: str) -> None:
    written = dumps(text)
    assert json.loads(written) == text
    written.encode("utf-8")
    assert not any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 or 0x202A <= ord(c) <= 0x202E for c in written)


@given(any_values)
def test_to_json_needs_no_second_pass(value: Any) -> None:
    assert dumps(to_json(to_json(value))) == dumps(to_json(value))


EXPECTED = {
    "big": 9223372036854775807,
    "money": Decimal("12345678901234567890.10"),
    "ratio": Decimal("0.1"),
    "narrow": Decimal("0.1"),
    "missing": "NaN",
    "endless": "-Infinity",
    "day": "2024-02-29",
    "clock": "23:59:59.000005",
    "moment": "2024-01-02T03:04:05",
    "zoned": "2024-01-02T00:00:00+09:00",
    "unknown_zone": "1970-01-01T00:00:00.000001Z",
    "nanos": "1970-01-01T00:00:00.000000001",
    "far": "+148108-07-06T14:00:27.387904",
    "far_day": "+275760-09-13",
    "before": "-0221-09-04",
    "tick": "00:00:00.000000001",
    "span": "-P1DT2H0.000005S",
    "interval": "P1Y2M-2DT3S",
    "raw": "0x00ff",
    "list": [Decimal("1.5"), None, "Infinity"],
    "struct": {"a": "2024-01-01", "b": "0x01"},
    "map": {"k": 1},
    "odd_map": [{"key": 1, "value": "x"}, {"key": 1, "value": "y"}],
    "text": "é e\u0301 👩‍👩‍👧 مرحبا \u202eevil\x1b[31m",
}


@pytest.mark.parametrize("name", EXPECTED)
def test_each_type_has_its_form(name: str) -> None:
    table = of_every_type()
    first, second = _strict(dumps(rows_as_dicts(table)))
    assert first[name] == EXPECTED[name]
    assert second[name] is None


def test_every_type_is_expected() -> None:
    assert of_every_type().column_names == list(EXPECTED)


def test_decimals_are_written_as_numbers_not_texts() -> None:
    assert dumps({"a": Decimal("0E-10")}) == '{"a": 0.0000000000}'
    assert dumps(Decimal("1.50")) == "1.50"


def test_a_zero_duration_is_not_empty() -> None:
    assert to_json(timedelta(0)) == "PT0S"


def test_what_has_no_form_is_refused() -> None:
    with pytest.raises(TypeError, match="object has no form"):
        dumps(object())
