"""A result reads back as it came: by page, in any column's order, and as a file."""

from __future__ import annotations

import io
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import openpyxl
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from answerable.conversations.models import QueryResult
from answerable.conversations.services.downloads import as_csv, as_file, as_parquet, as_xlsx
from answerable.conversations.services.store_result import keep, own_result, page, table_of
from answerable.kernel.errors import AskerError, NotFound
from tests.conversations import people
from tests.conversations.answers import answer

pytestmark = pytest.mark.django_db

TABLE = pa.table(
    {
        "name": ["b", None, "a", "=1+1"],
        "amount": pa.array([Decimal("0.10"), Decimal("12345678901234567.89"), None, Decimal("3.00")]),
        "day": [date(2024, 1, 2), date(1500, 1, 1), None, date(2024, 1, 1)],
        "tags": [["x"], [], None, ["y", "z"]],
    }
)


def kept(table: pa.Table = TABLE) -> QueryResult:
    return QueryResult.objects.get(pk=keep(people.query(), answer(table)).pk)


def test_a_table_reads_back_as_it_was() -> None:
    result = kept()
    assert table_of(result).equals(TABLE)
    assert (result.total_row_count, result.returned_row_count, result.execution_time_ms) == (4, 4, 7)
    assert result.columns[1] == {"name": "amount", "data_type": "decimal128(19, 2)", "is_nullable": True}


def test_no_rows_and_repeated_names_survive() -> None:
    table = pa.Table.from_arrays([pa.array([], pa.int64()), pa.array([], pa.string())], names=["n", "n"])
    result = kept(table)
    assert table_of(result).column_names == ["n", "n_2"]
    assert page(result).rows == [] and page(result).count == 1


def test_pages_cover_everything_once() -> None:
    result = kept(pa.table({"n": range(250)}))
    pages = [page(result, number) for number in (1, 2, 3)]
    assert [one.count for one in pages] == [3, 3, 3]
    assert [row["n"] for one in pages for row in one.rows] == list(range(250))
    assert page(result, 4).rows == []


@pytest.mark.parametrize(("number", "size"), [(0, 100), (-1, 100), (1, 0), (1, 1_001)])
def test_a_page_that_cannot_be_is_refused(number: int, size: int) -> None:
    with pytest.raises(AskerError):
        page(kept(), number, size)


@pytest.mark.parametrize(
    ("column", "descending", "names"),
    [
        ("name", False, ["=1+1", "a", "b", None]),
        ("name", True, ["b", "a", "=1+1", None]),
        ("amount", True, [None, "=1+1", "b", "a"]),
        ("tags", False, ["b", "=1+1", None, "a"]),
    ],
)
def test_rows_come_in_a_columns_order_with_missing_values_last(
    column: str, descending: bool, names: list[str | None]
) -> None:
    assert [row["name"] for row in page(kept(), sort=column, descending=descending).rows] == names


def test_a_column_that_is_not_there_is_named() -> None:
    with pytest.raises(AskerError, match="no column 'nam'"):
        page(kept(), sort="nam")


def test_csv_keeps_every_digit_and_runs_nothing() -> None:
    text = as_csv(TABLE).decode()
    assert "12345678901234567.89" in text and "'=1+1" in text


def test_parquet_reads_back() -> None:
    assert parquet.read_table(io.BytesIO(as_parquet(TABLE))).equals(TABLE)


def test_an_interval_becomes_text_in_parquet() -> None:
    table = pa.table({"gap": pa.array([pa.MonthDayNano([1, 2, 0]), None])})
    assert parquet.read_table(io.BytesIO(as_parquet(table)))["gap"].to_pylist() == ["P1M2D", None]


def test_xlsx_holds_values_as_far_as_a_spreadsheet_can() -> None:
    assert _sheet(TABLE) == [
        ["name", "amount", "day", "tags"],
        ["b", 0.1, datetime(2024, 1, 2), '["x"]'],
        [None, "12345678901234567.89", "1500-01-01", "[]"],
        ["a", None, None, None],
        ["=1+1", 3, datetime(2024, 1, 1), '["y", "z"]'],
    ]


def test_xlsx_survives_what_xml_cannot_hold() -> None:
    table = pa.table({"x\x00": ["a\x01b", "c" * 40_000], "n": [float("nan"), 1.5]})
    (_, name), *rows = [row[::-1] for row in _sheet(table)]
    assert name == "x�" and rows[0] == ["NaN", "a�b"] and len(rows[1][1]) == 32_767


def test_an_unknown_format_is_named() -> None:
    with pytest.raises(AskerError, match="no format 'exe'"):
        as_file(TABLE, "exe")


def test_a_result_of_somebody_else_is_as_if_there_were_none() -> None:
    result = kept()
    assert own_result(result.pk, result.query.request.session.user) == result
    with pytest.raises(NotFound):
        own_result(result.pk, people.person())
    with pytest.raises(NotFound):
        own_result("x", people.person())


def _sheet(table: pa.Table) -> list[list[Any]]:
    sheet = openpyxl.load_workbook(io.BytesIO(as_xlsx(table))).worksheets[0]
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)
    return [[cell.value for cell in row] for row in sheet.iter_rows()]
