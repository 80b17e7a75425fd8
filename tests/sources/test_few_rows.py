"""The query for a few rows, and its values as plain cells."""

from __future__ import annotations

import math
import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest

from answerable.kernel.schema import Cell, Column, Kind, Table
from answerable.kernel.settings import Settings
from answerable.sources import open_source
from answerable.sources.sampled_rows import LONGEST_CELL, Pick, Spelling, few_rows_query, plain_cell


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (None, None),
        (True, 1),
        (7, 7),
        (2**70, float(2**70)),
        (7.0, 7),
        (0.5, 0.5),
        (math.nan, None),
        (-math.inf, None),
        (Decimal("7.00"), 7),
        (Decimal("0.25"), 0.25),
        (Decimal("NaN"), None),
        (date(2024, 1, 5), "2024-01-05"),
        (datetime(2024, 1, 5, 10, 30), "2024-01-05 10:30:00"),
        (datetime(2024, 1, 5, 10, 30, tzinfo=UTC), "2024-01-05 10:30:00+00:00"),
        (time(10, 30), "10:30:00"),
        ("x" * 1_000, "x" * LONGEST_CELL),
        ("\ud83d", "?"),
        (b"x", None),
        ([1], None),
        ({"a": 1}, None),
    ],
)
def test_values_become_what_sqlite_could_hold(value: object, cell: Cell) -> None:
    found = plain_cell(value, Kind.OTHER)
    assert (type(found), found) == (type(cell), cell)


@pytest.mark.parametrize(("text", "cell"), [("7", 7), ("-0.50", -0.5), ("1e3", 1000), ("NaN", "NaN"), ("7 ", "7 ")])
def test_texts_of_numbers_are_numbers_where_numbers_are_kept(text: str, cell: Cell) -> None:
    assert plain_cell(text, Kind.DECIMAL) == cell
    assert plain_cell(text, Kind.TEXT) == text


def test_names_and_values_stand_in_quotes() -> None:
    table = Table('o"x', (Column('a"b', "TEXT", Kind.TEXT), Column("n", "INT", Kind.INTEGER)), namespace="s")
    query = few_rows_query(table, Pick(9, 'a"b', ("it's", 7)), Spelling("left({name}, {length})"))
    assert query == f'SELECT left("a""b", {LONGEST_CELL}), "n" FROM "s"."o""x" WHERE "a""b" IN (\'it\'\'s\', 7) LIMIT 9'


def cells_of(spec: str, folder: Path) -> list[tuple[Cell, ...]]:
    with open_source(spec, Settings(), folder=folder) as source:
        (table,) = source.schema().tables
    return [column.cells for column in table.columns]


def test_sqlite_gives_cells_whatever_they_hold(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection, connection:
        connection.execute("CREATE TABLE t (a INTEGER, b TEXT, c, d BLOB)")
        connection.execute("INSERT INTO t VALUES ('word', CAST(X'41FF42' AS TEXT), X'0102', X'03')")
        connection.execute("INSERT INTO t VALUES (7, printf('%.*c', 900, 'x'), 1.5, 'text')")
    assert cells_of("a.db", tmp_path) == [
        ("word", 7),
        ("A\N{REPLACEMENT CHARACTER}B", "x" * LONGEST_CELL),
        (None, 1.5),
        (None, None),
    ]


def test_duckdb_gives_nothing_of_bytes_and_nested_values(tmp_path: Path) -> None:
    with duckdb.connect(str(tmp_path / "a.duckdb")) as connection:
        connection.execute("CREATE TABLE t (h HUGEINT, e ENUM('x'), z TIMESTAMPTZ, l INTEGER[], b BLOB, i INTERVAL)")
        connection.execute("INSERT INTO t VALUES (12, 'x', '2024-01-01 00:00:00+00', [1], 'a'::BLOB, INTERVAL 1 DAY)")
    assert cells_of("a.duckdb", tmp_path) == [(12,), ("x",), ("2024-01-01 00:00:00+00",), (None,), (None,), ("1 day",)]
