"""Folders of files against the suite: CSV, JSON Lines, Parquet and Excel hold the same shop."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import duckdb
import openpyxl
import pytest

from tests.sources.conformance.claims import Conformance
from tests.sources.conformance.shop import CUSTOMERS, ORDERS
from tests.sources.conformance.test_duckdb import DUCKDB
from tests.sources.conformance.under_test import EngineUnderTest

TABLES = {
    "customers": (("id", "name", "country"), CUSTOMERS),
    "orders": (("id", "customer_id", "amount", "day", "placed"), ORDERS),
}
UNDECLARED = frozenset(
    {"views_are_marked", "nullability_and_defaults_are_read", "declared_keys_are_read", "comments_are_read"}
)


def _csv(place: Path) -> str:
    for table, (names, rows) in TABLES.items():
        with (place / f"{table}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([names, *rows])
    return str(place)


def _change_csv(spec: str) -> None:
    path = Path(spec) / "customers.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(f"{line},{'extra' if not number else ''}" for number, line in enumerate(lines)))


def _jsonl(place: Path) -> str:
    for table, (names, rows) in TABLES.items():
        lines = (json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False) for row in rows)
        (place / f"{table}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return str(place)


def _change_jsonl(spec: str) -> None:
    with (Path(spec) / "customers.jsonl").open("a", encoding="utf-8") as file:
        file.write('\n{"id": 5, "name": "Eve", "extra": 1}')


def _parquet(place: Path) -> str:
    loaded = {"amount": "DECIMAL(12,2)", "day": "DATE", "placed": "TIMESTAMP"}
    _csv(place)
    for table, (names, _) in TABLES.items():
        columns = ", ".join(f"{name}::{loaded[name]} AS {name}" if name in loaded else name for name in names)
        path = place / f"{table}.csv"
        duckdb.sql(f"COPY (SELECT {columns} FROM read_csv('{path}')) TO '{place / table}.parquet'")
        path.unlink()
    return str(place)


def _change_parquet(spec: str) -> None:
    path = Path(spec) / "customers.parquet"
    duckdb.sql(f"COPY (SELECT *, 1 AS extra FROM '{path}') TO '{path.with_suffix('.new')}' (FORMAT parquet)")
    path.with_suffix(".new").replace(path)


def _excel(place: Path) -> str:
    book = openpyxl.Workbook()
    for table, (names, rows) in TABLES.items():
        sheet = book.create_sheet(table)
        for row in (names, *rows):
            sheet.append(list(row))
    book.save(place / "shop.xlsx")
    return str(place / "shop.xlsx")


def _change_excel(spec: str) -> None:
    book = openpyxl.load_workbook(spec)
    book["customers"]["D1"] = "extra"
    book.save(spec)


def _described(make: Callable[[Path], str], change: Callable[[str], None], *more_gaps: str) -> EngineUnderTest:
    return replace(DUCKDB, make=make, change=change, gaps=UNDECLARED | set(more_gaps))


class TestCsv(Conformance):
    @pytest.fixture(scope="class")
    @classmethod
    def under_test(cls) -> EngineUnderTest:
        return _described(_csv, _change_csv)


class TestParquet(Conformance):
    @pytest.fixture(scope="class")
    @classmethod
    def under_test(cls) -> EngineUnderTest:
        return _described(_parquet, _change_parquet)


class TestJsonLines(Conformance):
    """Money written as a JSON string stays text: JSON has no decimals."""

    @pytest.fixture(scope="class")
    @classmethod
    def under_test(cls) -> EngineUnderTest:
        described = _described(_jsonl, _change_jsonl, "values_arrive_exactly")
        return replace(described, schema_kinds={"orders.amount": "text"})


class TestExcel(Conformance):
    """Cells of text stay text: a workbook has types of its own."""

    @pytest.fixture(scope="class")
    @classmethod
    def under_test(cls) -> EngineUnderTest:
        kinds = {"orders.amount": "text", "orders.day": "text", "orders.placed": "text"}
        return replace(_described(_excel, _change_excel, "values_arrive_exactly"), schema_kinds=kinds)
