from __future__ import annotations

import unicodedata
from datetime import datetime
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.answers.values import NULL_TEXT, safe_text, text_columns, to_text
from tests.answers.tables import any_tables, any_values, of_every_type

OBEYED = {"Cc", "Cs", "Zl", "Zp"}
OVERRIDES = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"


def _is_harmless(text: str) -> bool:
    return not any(unicodedata.category(c) in OBEYED or c in OVERRIDES for c in text)


@given(st.text())
def test_no_text_can_speak_to_the_terminal(text: str) -> None:
    assert _is_harmless(safe_text(text))


@given(any_values)
def test_no_value_can_speak_to_the_terminal(value: Any) -> None:
    assert _is_harmless(to_text(value))


@given(any_tables())
def test_every_cell_of_a_table_has_its_text(table: pa.Table) -> None:
    shown = text_columns(table)
    assert [len(column) for column in shown] == [table.num_rows] * table.num_columns
    assert all(_is_harmless(text) for column in shown for text in column)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x9b2J", "\\x9b2J"),
        ("a\nb\tc\rd", "a\\nb\\tc\\rd"),
        ("\u202eevil", "\\u202eevil"),
        ("\u200b\ufeff", "\\u200b\\ufeff"),
        ("\U000e0041", "\\U000e0041"),
        ("\ud800", "\\ud800"),
        ("e\u0301 é", "e\u0301 é"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("مرحبا 서울", "مرحبا 서울"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_what_is_obeyed_is_escaped_and_what_is_read_stays(text: str, shown: str) -> None:
    assert safe_text(text) == shown


def test_null_and_empty_text_look_different() -> None:
    assert to_text(None) == NULL_TEXT != to_text("")


def test_long_bytes_are_cut_and_say_how_long_they_are() -> None:
    assert to_text(b"\xff" * 2000) == "0x" + "ff" * 16 + "… (2,000 bytes)"


def test_a_column_is_formatted_alike() -> None:
    table = pa.table({"revenue": [1234567.5, 3.25, None], "order_id": [1000001, 2, 3], "year": [2023, 2024, None]})
    assert text_columns(table) == [["1,234,567.50", "3.25", "∅"], ["1000001", "2", "3"], ["2023", "2024", "∅"]]


def test_timestamps_are_read_with_a_space() -> None:
    assert to_text(datetime(2024, 1, 2, 3, 4, 5)) == "2024-01-02 03:04:05"


def test_every_type_has_a_text() -> None:
    shown = dict(zip(of_every_type().column_names, text_columns(of_every_type()), strict=True))
    assert shown["money"][0] == "12,345,678,901,234,567,890.10"
    assert shown["missing"][0] == "NaN"
    assert shown["odd_map"][0] == '[{"key": 1, "value": "x"}, {"key": 1, "value": "y"}]'
    assert all(column[1] == NULL_TEXT for column in shown.values())


def test_without_a_style_numbers_are_measures() -> None:
    assert [to_text(value) for value in (1234567, Decimal("1234.50"), True)] == ["1,234,567", "1,234.50", "true"]
