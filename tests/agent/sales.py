"""The same few sales in every kind of source, with ways to change them from outside."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import duckdb
import openpyxl
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

__all__ = ["FILES", "QUESTION", "Sales", "duckdb_sales", "sqlite_sales"]

QUESTION = "total amount by country"
_ROWS = [("Germany", 10.5), ("France", 7.25), ("Germany", 3.0), ("Korea", 2.0)]
_CREATE = "CREATE TABLE sales (country VARCHAR(20), amount DOUBLE PRECISION)"
_INSERT = "INSERT INTO sales VALUES ('Germany', 10.5), ('France', 7.25), ('Germany', 3.0), ('Korea', 2.0)"


@dataclass(frozen=True)
class Sales:
    spec: str
    change_data: Callable[[], object]
    change_schema: Callable[[], object]
    execute: Callable[[str], object] = print
    """Where it speaks SQL."""


def statements(spec: str, execute: Callable[[str], object]) -> Sales:
    execute(_CREATE)
    execute(_INSERT)
    return Sales(
        spec,
        lambda: execute("UPDATE sales SET amount = 11.5 WHERE amount = 10.5"),
        lambda: execute("ALTER TABLE sales ADD COLUMN note VARCHAR(20)"),
        execute,
    )


def sqlite_sales(folder: Path) -> Sales:
    def execute(sql: str) -> None:
        connection = sqlite3.connect(folder / "sales.db")
        with connection:
            connection.execute(sql)
        connection.close()

    return statements("sales.db", execute)


def duckdb_sales(folder: Path) -> Sales:
    def execute(sql: str) -> None:
        with duckdb.connect(str(folder / "sales.duckdb")) as connection:
            connection.execute(sql)

    return statements("sales.duckdb", execute)


def _table(first: float, *more: str) -> pa.Table:
    columns = {"country": [name for name, _ in _ROWS], "amount": [first, *(amount for _, amount in _ROWS[1:])]}
    return pa.table(columns | {name: ["x"] * len(_ROWS) for name in more})


def _written(spec: str, write: Callable[[pa.Table], object]) -> Sales:
    write(_table(10.5))
    return Sales(spec, lambda: write(_table(11.5)), lambda: write(_table(11.5, "note")))


def _csv(folder: Path) -> Sales:
    return _written("sales.csv", lambda table: pyarrow.csv.write_csv(table, folder / "sales.csv"))


def _parquet(folder: Path) -> Sales:
    return _written("sales.parquet", lambda table: pq.write_table(table, folder / "sales.parquet"))


def _folder(folder: Path) -> Sales:
    (folder / "exports").mkdir()
    return _written("exports", lambda table: pyarrow.csv.write_csv(table, folder / "exports" / "sales.csv"))


def _excel(folder: Path) -> Sales:
    def write(table: pa.Table) -> None:
        book = openpyxl.Workbook()
        sheet = book.active
        assert sheet is not None
        sheet.title = "sales"
        for row in (table.column_names, *zip(*table.to_pydict().values(), strict=True)):
            sheet.append(list(row))
        book.save(folder / "sales.xlsx")

    return _written("sales.xlsx", write)


FILES = {
    "sqlite": sqlite_sales,
    "duckdb": duckdb_sales,
    "csv": _csv,
    "parquet": _parquet,
    "excel": _excel,
    "folder": _folder,
}
