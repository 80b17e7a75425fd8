"""Excel, JSON and Parquet: what each knows of types survives."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq

from answerable.kernel.settings import Settings
from answerable.sources import Limits, open_source


def rows(path: Path, table: str) -> list[dict[str, Any]]:
    with open_source(str(path), Settings(), folder=path.parent) as source:
        return list(source.run(f'SELECT * FROM "{table}"', Limits()).table.to_pylist())


def book(path: Path, **sheets: list[list[Any]]) -> Path:
    made = openpyxl.Workbook()
    made.remove(made.worksheets[0])
    for name, lines in sheets.items():
        sheet = made.create_sheet(name)
        for line in lines:
            sheet.append(line)
    made.save(path)
    return path


def test_cells_keep_their_types(tmp_path: Path) -> None:
    header = ["n", "f", "d", "t", "ok", "s", "mixed"]
    lines: list[list[Any]] = [
        header,
        [1, 1.5, date(2024, 1, 5), datetime(2024, 1, 5, 10, 30), True, "x", 1],
        [2, 2, None, None, None, None, "a"],
    ]
    first, second = rows(book(tmp_path / "b.xlsx", Sheet1=lines), "b")
    assert first["n"] == 1 and isinstance(first["n"], int)
    assert (first["f"], second["f"]) == (1.5, 2.0)
    assert first["d"] == date(2024, 1, 5)
    assert first["t"] == datetime(2024, 1, 5, 10, 30)
    assert (first["ok"], second["ok"]) == (True, None)
    assert (first["mixed"], second["mixed"]) == ("1", "a")


def test_each_filled_sheet_is_a_table(tmp_path: Path) -> None:
    path = book(tmp_path / "b.xlsx", Orders=[["id"], [1]], Empty=[], Customers=[["id"], [2]])
    assert rows(path, "Orders") == [{"id": 1}]
    assert rows(path, "Customers") == [{"id": 2}]


def test_single_sheet_takes_the_name_of_the_file(tmp_path: Path) -> None:
    assert rows(book(tmp_path / "my sales.xlsx", Sheet1=[["id"], [1]]), "my_sales") == [{"id": 1}]


def test_sheet_without_header(tmp_path: Path) -> None:
    assert rows(book(tmp_path / "b.xlsx", S=[[1, "x"], [2, "y"]]), "b")[1] == {"column0": 2, "column1": "y"}


def test_json_array_with_nested_values(tmp_path: Path) -> None:
    path = tmp_path / "j.json"
    path.write_text('[{"a": 1, "b": {"c": [1, 2]}, "t": "2024-01-05"}, {"a": null, "b": null, "t": null}]')
    assert rows(path, "j")[0] == {"a": 1, "b": {"c": [1, 2]}, "t": date(2024, 1, 5)}


def test_json_lines_of_different_shape(tmp_path: Path) -> None:
    path = tmp_path / "l.jsonl"
    path.write_text('{"a": 1}\n{"b": "x"}\n')
    assert rows(path, "l") == [{"a": 1, "b": None}, {"a": None, "b": "x"}]


def test_json_in_utf16(tmp_path: Path) -> None:
    path = tmp_path / "u.jsonl"
    path.write_bytes('{"name": "Müller"}\n'.encode("utf-16"))
    assert rows(path, "u") == [{"name": "Müller"}]


def test_parquet_keeps_decimals_and_zones(tmp_path: Path) -> None:
    table = pa.table(
        {
            "m": pa.array([Decimal("12345678901234567.89")], pa.decimal128(38, 2)),
            "at": pa.array([datetime(2024, 1, 5, 10)], pa.timestamp("us", tz="UTC")),
            "blob": [b"\0\xff"],
        }
    )
    pq.write_table(table, tmp_path / "p.parquet")
    (row,) = rows(tmp_path / "p.parquet", "p")
    assert row["m"] == Decimal("12345678901234567.89")
    assert row["at"].isoformat() == "2024-01-05T10:00:00+00:00"
    assert row["blob"] == b"\0\xff"
