from __future__ import annotations

import io
import json
from decimal import Decimal

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.answers.values import column_values, dumps, to_csv, to_json, unique_names
from tests.answers.tables import any_tables, any_text, of_every_type


def _written(table: pa.Table, *, guard_formulas: bool) -> str:
    stream = io.StringIO(newline="")
    to_csv(table, stream, guard_formulas=guard_formulas)
    return stream.getvalue()


def _read(text: str) -> list[list[str | None]]:
    """RFC 4180, with None for a field that has nothing in it and no quotes."""
    rows: list[list[str | None]] = []
    row: list[str | None] = []
    place = 0
    while place < len(text):
        if text[place] == '"':
            end = place + 1
            while text[end : end + 1] != '"' or text[end + 1 : end + 2] == '"':
                end += 2 if text[end] == '"' else 1
            field: str | None = text[place + 1 : end].replace('""', '"')
            place = end + 1
        else:
            end = min(i for i in (text.find(",", place), text.find("\r\n", place)) if i >= 0)
            field, place = text[place:end] or None, end
        row.append(field)
        if text[place] == ",":
            place += 1
            if text[place : place + 2] == "\r\n":
                row.append(None)
        if text[place : place + 2] == "\r\n":
            rows, row, place = [*rows, row], [], place + 2
    return rows


def _expected(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    plain = to_json(value)
    return plain if isinstance(plain, str) else dumps(plain)


@given(any_tables())
def test_every_cell_reads_back(table: pa.Table) -> None:
    header, *rows = _read(_written(table, guard_formulas=False))
    assert header == unique_names(table.column_names)
    columns = [column_values(column) for column in table.columns]
    assert rows == [[_expected(value) for value in row] for row in zip(*columns, strict=True)]


@given(st.lists(st.none() | st.just("") | any_text, min_size=1))
def test_null_and_empty_text_are_told_apart(values: list[str | None]) -> None:
    table = pa.table({"a": pa.array(values, pa.string()), "b": list(range(len(values)))})
    rows = _read(_written(table, guard_formulas=False))[1:]
    assert [row[0] for row in rows] == values


@given(any_text)
def test_no_guarded_cell_begins_a_formula(text: str) -> None:
    ((name,), (cell,)) = _read(_written(pa.table({text or "x": [text]}), guard_formulas=True))
    for shown in (name or "", cell or ""):
        is_number = shown.replace(".", "").replace(",", "").lstrip("+-").isdecimal()
        assert is_number or not shown.lstrip(" ").startswith(
            ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
        )


@pytest.mark.parametrize("text", ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "  =1", "＝1+1"])
def test_formulas_are_disarmed_unless_asked_not_to_be(text: str) -> None:
    table = pa.table({"a": [text]})
    assert _read(_written(table, guard_formulas=True))[1] == ["'" + text]
    assert _read(_written(table, guard_formulas=False))[1] == [text]


@pytest.mark.parametrize("text", ["-5", "+49123", "-1.5", "a=b", "x-y"])
def test_plain_numbers_and_plain_texts_stay(text: str) -> None:
    assert _read(_written(pa.table({"a": [text]}), guard_formulas=True))[1] == [text]


def test_negative_numbers_are_never_guarded() -> None:
    table = pa.table({"a": [-5], "b": [Decimal("-0.50")], "c": [float("-inf")], "d": pa.array([-1], pa.duration("s"))})
    assert _written(table, guard_formulas=True) == "a,b,c,d\r\n-5,-0.50,-Infinity,-PT1S\r\n"


def test_nested_cells_are_json() -> None:
    rows = _read(_written(of_every_type().select(["list", "map"]), guard_formulas=True))
    assert [json.loads(cell or "") for cell in rows[1]] == [[1.5, None, "Infinity"], {"k": 1}]
    assert rows[2] == [None, None]
