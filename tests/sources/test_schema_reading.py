"""What reading a schema finds, and that it stays bounded."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from answerable.kernel.schema import Kind
from answerable.kernel.settings import Settings
from answerable.sources import open_source
from answerable.sources.column_kinds import kind_of


@pytest.mark.parametrize(
    ("spelling", "kind"),
    [
        ("INTEGER", Kind.INTEGER),
        ("bigint(20) unsigned", Kind.INTEGER),
        ("DECIMAL(12,2)", Kind.DECIMAL),
        ("numeric", Kind.DECIMAL),
        ("double precision", Kind.FLOAT),
        ("REAL", Kind.FLOAT),
        ("character varying(10)", Kind.TEXT),
        ("ENUM('a', 'b')", Kind.TEXT),
        ("BOOLEAN", Kind.BOOLEAN),
        ("tinyint(1)", Kind.BOOLEAN),
        ("DATE", Kind.DATE),
        ("datetime", Kind.TIMESTAMP),
        ("TIMESTAMP WITH TIME ZONE", Kind.TIMESTAMP),
        ("TIME", Kind.TIME),
        ("BLOB", Kind.BINARY),
        ("INTEGER[]", Kind.NESTED),
        ("STRUCT(a INTEGER)", Kind.NESTED),
        ("INTERVAL", Kind.OTHER),
        ("POINT", Kind.OTHER),
        ("", Kind.OTHER),
    ],
)
def test_kinds_of_spellings(spelling: str, kind: Kind) -> None:
    assert kind_of(spelling) is kind


@pytest.mark.slow
def test_thousand_tables_are_read_in_bounded_time(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "many.db")) as connection, connection:
        for number in range(1_000):
            connection.execute(
                f"CREATE TABLE t{number} (id INTEGER PRIMARY KEY, name TEXT, t{(number + 1) % 1000}_id INTEGER)"
            )
            connection.execute(f"INSERT INTO t{number} VALUES (1, 'x', 1)")
    started = time.monotonic()
    with open_source("many.db", Settings(), folder=tmp_path) as source:
        schema = source.schema()
    assert time.monotonic() - started < 30
    assert len(schema.tables) == 1_000
    first = schema.table("t0")
    assert first and [key.ref_table for key in first.foreign_keys] == ["t1"]


def test_values_and_ranges_are_found(tmp_path: Path) -> None:
    with duckdb.connect(str(tmp_path / "a.duckdb")) as connection:
        connection.execute("CREATE TABLE t (s TEXT, d DATE, long TEXT, z TIMESTAMPTZ)")
        connection.execute("INSERT INTO t VALUES ('b', '2024-01-05', repeat('x', 101), '2024-01-01 00:00:00+00')")
        connection.execute("INSERT INTO t VALUES ('a', '2023-01-05', NULL, NULL), ('b', NULL, NULL, NULL)")
    with open_source("a.duckdb", Settings(), folder=tmp_path) as source:
        table = source.schema().table("t")
    assert table
    s, d, long, z = table.columns
    assert (s.common_values, s.distinct_estimate) == (("b", "a"), 2)
    assert (d.minimum, d.maximum) == ("2023-01-05", "2024-01-05")
    assert long.common_values == ()
    assert z.minimum == "2024-01-01T00:00:00+00:00"


def test_sqlite_reads_odd_catalogues(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "odd.db")) as connection, connection:
        connection.execute('CREATE TABLE "odd "" name" ("a ""b" TEXT, c, d GENERATED ALWAYS AS (c) VIRTUAL)')
        connection.execute("CREATE TABLE parent (x INTEGER, y INTEGER, PRIMARY KEY (x, y)) WITHOUT ROWID")
        connection.execute("CREATE TABLE child (x INTEGER, y INTEGER, FOREIGN KEY (x, y) REFERENCES parent)")
        connection.execute("CREATE TABLE gone (a)")
        connection.execute("CREATE VIEW broken AS SELECT a FROM gone")
        connection.execute("DROP TABLE gone")
    with open_source("odd.db", Settings(), folder=tmp_path) as source:
        schema = source.schema()
    assert {table.name for table in schema.tables} == {'odd " name', "parent", "child"}
    odd, child, parent = schema.table('odd " name'), schema.table("child"), schema.table("parent")
    assert odd and [column.name for column in odd.columns] == ['a "b', "c", "d"]
    assert parent and parent.primary_key == ("x", "y")
    assert child and child.foreign_keys[0].ref_columns == ("x", "y")


@pytest.mark.parametrize(
    ("moment", "least"),
    [
        ("TIMESTAMP_NS '2020-01-01 00:00:00.123456789'", "2020-01-01T00:00:00.123456"),
        ("DATE 'infinity'", None),
        ("DATE '0044-03-15 (BC)'", None),
        ("TIMESTAMP '290000-01-01'", None),
        ("TIMESTAMPTZ '-infinity'", None),
    ],
)
def test_moments_that_python_cannot_hold_keep_nobody_out(tmp_path: Path, moment: str, least: str | None) -> None:
    with duckdb.connect(str(tmp_path / "far.duckdb")) as connection:
        connection.execute(f"CREATE TABLE t AS SELECT 1 AS n, {moment} AS at")
    with open_source("far.duckdb", Settings(), folder=tmp_path) as source:
        table = source.schema().table("t")
    assert table is not None and (column := table.column("at")) is not None
    assert column.minimum == column.maximum == least
