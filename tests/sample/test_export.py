"""The shop as files and inside databases: the same rows, with the types each place has."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from decimal import Decimal
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from answerable import sample
from answerable.sample.__main__ import main

REVENUE = sum((order[5] for order in sample.tables()["orders"] if isinstance(order[5], Decimal)), Decimal(0))


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shop")
    assert main([str(folder)]) == 0
    return folder


@pytest.fixture
def shop(exported: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(exported / "shop.db")) as connection:
        yield connection


def test_sqlite_holds_every_row(shop: sqlite3.Connection) -> None:
    for name, rows in sample.tables().items():
        assert shop.execute(f"SELECT count(*) FROM {name}").fetchone() == (len(rows),)


def test_sqlite_keys_are_declared_and_hold(shop: sqlite3.Connection) -> None:
    declared = {(row[2], row[3]) for row in shop.execute("PRAGMA foreign_key_list(order_lines)")}
    assert declared == {("orders", "order_id"), ("products", "product_id")}
    assert shop.execute("PRAGMA foreign_key_check").fetchall() == []


def test_sqlite_money_is_a_number_and_adds_up(shop: sqlite3.Connection) -> None:
    kinds = {row[0] for row in shop.execute("SELECT DISTINCT typeof(revenue) FROM orders")}
    assert kinds == {"integer", "real", "null"}
    (cents,) = shop.execute("SELECT sum(CAST(round(revenue * 100) AS INTEGER)) FROM orders").fetchone()
    assert Decimal(cents) / 100 == REVENUE


def test_sqlite_dates_are_iso_text(shop: sqlite3.Connection) -> None:
    assert shop.execute("SELECT min(order_date), max(order_date) FROM orders").fetchone() == (
        "2022-01-01",
        "2026-10-31",
    )
    (closed,) = shop.execute("SELECT max(deleted_at) FROM customers").fetchone()
    assert len(closed) == len("2026-10-01 12:00:00")


def test_sqlite_file_is_small(exported: Path) -> None:
    assert (exported / "shop.db").stat().st_size < 5_000_000


def test_csv_has_a_header_and_empty_fields_for_null(exported: Path) -> None:
    for table in sample.LAYOUT:
        with (exported / "csv" / f"{table.name}.csv").open(encoding="utf-8", newline="") as file:
            header, *rows = csv.reader(file)
        assert tuple(header) == table.column_names
        assert rows == [["" if value is None else str(value) for value in row] for row in sample.tables()[table.name]]


def test_parquet_keeps_exact_types(exported: Path) -> None:
    orders = pq.read_table(exported / "parquet" / "orders.parquet")
    assert orders.schema.field("revenue").type == pa.decimal128(12, 2)
    assert orders.schema.field("order_date").type == pa.date32()
    assert orders.column("revenue").to_pylist() == [row[5] for row in sample.tables()["orders"]]
    customers = pq.read_table(exported / "parquet" / "customers.parquet")
    assert customers.schema.field("deleted_at").type == pa.timestamp("us")


def test_duckdb_takes_the_shop_with_keys_and_comments() -> None:
    with duckdb.connect() as connection:
        sample.insert_into(connection, "duckdb")
        assert connection.execute("SELECT sum(revenue) FROM orders").fetchone() == (REVENUE,)
        query = "SELECT comment FROM duckdb_columns() WHERE table_name = 'orders' AND column_name = 'revenue'"
        assert connection.execute(query).fetchone() == ("What the customer paid; NULL: cancelled, never charged",)


def test_no_dialect_is_guessed() -> None:
    with pytest.raises(ValueError, match="'oracle'"):
        sample.ddl("oracle")


def test_ensure_writes_once(tmp_path: Path) -> None:
    path = sample.ensure(tmp_path)
    first = path.stat().st_mtime_ns
    assert path == tmp_path / "sample" / "shop.db"
    assert sample.ensure(tmp_path).stat().st_mtime_ns == first
    assert sorted(item.name for item in path.parent.iterdir()) == ["knowledge", "shop.db"]


@pytest.mark.parametrize("damage", [b"", b"not a database at all", b"SQLite format 3\0" + b"\0" * 200])
def test_ensure_replaces_a_damaged_or_older_copy(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "sample" / "shop.db"
    path.parent.mkdir()
    path.write_bytes(damage)
    with closing(sqlite3.connect(sample.ensure(tmp_path))) as connection:
        assert connection.execute("SELECT count(*) FROM products").fetchone() == (120,)


def test_the_command_wants_one_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert capsys.readouterr().err == "Usage: python -m answerable.sample DIR\n"
