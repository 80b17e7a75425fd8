"""SQLite's any-type cells in Arrow's one-type columns."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from answerable.kernel.errors import QueryFailed
from answerable.kernel.settings import Settings
from answerable.sources import Limits, open_source
from answerable.sources.worker.worker_source import WorkerSource


@pytest.fixture
def source(tmp_path: Path) -> Iterator[WorkerSource]:
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection, connection:
        connection.execute(
            "CREATE TABLE t (n INTEGER, d DATE, ts TIMESTAMP, ok BOOLEAN, m DECIMAL(10,2), bad_d DATE, bad_ok BOOLEAN)"
        )
        rows = [
            (1, "2024-01-05", "2024-01-05 10:30:00", 1, 19.99, "2024-01-05", 1),
            (2, None, None, 0, 5, "05.01.2024", 7),
            (3, "2023-12-31", "2023-12-31T23:59:59.5", None, None, "", None),
        ]
        connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    with open_source("a.db", Settings(), folder=tmp_path) as opened:
        yield opened


def column(source: WorkerSource, sql: str) -> pa.ChunkedArray:
    return source.run(sql, Limits(rows=200_000)).table.column(0)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("d", [date(2024, 1, 5), None, date(2023, 12, 31)]),
        ("ts", [datetime(2024, 1, 5, 10, 30), None, datetime(2023, 12, 31, 23, 59, 59, 500_000)]),
        ("ok", [True, False, None]),
        ("m", [Decimal("19.99"), Decimal("5.00"), None]),
        ("bad_d", ["2024-01-05", "05.01.2024", ""]),
    ],
)
def test_declared_types_hold_where_every_value_fits(source: WorkerSource, name: str, wanted: list[Any]) -> None:
    assert column(source, f"SELECT {name} FROM t ORDER BY n").to_pylist() == wanted


def test_boolean_that_is_none_keeps_its_value(source: WorkerSource) -> None:
    assert column(source, "SELECT bad_ok FROM t ORDER BY n").to_pylist() == [1, 7, None]


def test_sum_of_booleans_is_a_number(source: WorkerSource) -> None:
    assert column(source, "SELECT sum(ok) AS ok FROM t").to_pylist() == [1]


@pytest.mark.parametrize(
    ("values", "kind", "wanted"),
    [
        ("(1), (2.5)", pa.float64(), [1.0, 2.5]),
        ("(9007199254740993), (2.5)", pa.string(), ["9007199254740993", "2.5"]),
        ("(1), ('x'), (NULL)", pa.string(), ["1", "x", None]),
        ("(x'00ff'), ('x')", pa.string(), ["X'00FF'", "x"]),
        ("(NULL), (NULL)", pa.string(), [None, None]),
        ("(NULL), (7)", pa.int64(), [None, 7]),
        ("(9e999), (-9e999)", pa.float64(), [float("inf"), float("-inf")]),
    ],
)
def test_mixed_columns_are_widened_without_loss(
    source: WorkerSource, values: str, kind: pa.DataType, wanted: list[Any]
) -> None:
    found = column(source, f"SELECT column1 FROM (VALUES {values})")
    assert found.type == kind
    assert found.to_pylist() == wanted


def test_type_that_changes_late_is_widened(source: WorkerSource) -> None:
    rows = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < {}) "
    late = rows.format(100_000) + "SELECT CASE WHEN n = 100000 THEN 'last' ELSE n END AS v FROM r"
    found = column(source, late)
    assert found.type == pa.string()
    assert (found[0].as_py(), found[99_999].as_py()) == ("1", "last")


def test_text_that_is_no_utf8_is_shown_not_refused(source: WorkerSource) -> None:
    assert column(source, "SELECT CAST(x'41ff42' AS TEXT)").to_pylist() == ["A\ufffdB"]


def test_plan_counts_rows_visited(source: WorkerSource) -> None:
    once, crossed = source.estimate("SELECT * FROM t"), source.estimate("SELECT * FROM t AS a, t AS b")
    assert once and crossed
    assert (once.cost, crossed.cost) == (3, 9)


@pytest.mark.parametrize("sql", ["SELECT 1; SELECT 2", "SELECT n FROM t; SELECT 2"])
def test_second_statement_is_refused(source: WorkerSource, sql: str) -> None:
    with pytest.raises(QueryFailed, match="one statement"):
        source.run(sql, Limits())


def test_boolean_that_is_none_in_a_late_block_makes_numbers_of_all(source: WorkerSource, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection, connection:
        connection.execute("CREATE TABLE late (ok BOOLEAN)")
        connection.executemany("INSERT INTO late VALUES (?)", [(n % 2,) for n in range(60_000)] + [(7,)])
    found = column(source, "SELECT ok FROM late")
    assert (found.type, found[0].as_py(), found[60_000].as_py()) == (pa.int64(), 0, 7)


def _insert(path: Path, number: int) -> None:
    with closing(sqlite3.connect(path, timeout=0)) as connection, connection:
        connection.execute("INSERT INTO t (n) VALUES (?)", (number,))


def test_a_source_that_stays_open_keeps_nobody_from_writing(source: WorkerSource, tmp_path: Path) -> None:
    assert source.run("SELECT n FROM t", Limits(rows=1)).is_truncated
    _insert(tmp_path / "a.db", 4)
    assert column(source, "SELECT COUNT(*) FROM t").to_pylist() == [4]
    with pytest.raises(QueryFailed):
        source.run("SELECT abs(-9223372036854775808) FROM t", Limits())
    _insert(tmp_path / "a.db", 5)
    assert column(source, "SELECT COUNT(*) FROM t").to_pylist() == [5]


def test_a_file_put_in_the_place_of_another_is_read(source: WorkerSource, tmp_path: Path) -> None:
    assert column(source, "SELECT COUNT(*) FROM t").to_pylist() == [3]
    with closing(sqlite3.connect(tmp_path / "b.db")) as connection, connection:
        connection.execute("CREATE TABLE t (n)")
    (tmp_path / "b.db").replace(tmp_path / "a.db")
    assert column(source, "SELECT COUNT(*) FROM t").to_pylist() == [0]
    (tmp_path / "a.db").unlink()
    with pytest.raises(Exception, match="no file"):
        column(source, "SELECT COUNT(*) FROM t")


def test_a_table_made_anew_between_two_queries_is_read_anew(source: WorkerSource, tmp_path: Path) -> None:
    assert column(source, "SELECT d FROM t LIMIT 1").type == pa.date32()
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection, connection:
        connection.execute("DROP TABLE t")
        connection.execute("CREATE TABLE t (d TEXT)")
        connection.execute("INSERT INTO t VALUES ('2024-01-05')")
    assert column(source, "SELECT d FROM t").type == pa.string()
