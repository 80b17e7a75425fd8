"""Measures written as SQL give the right figures."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date

import duckdb
import pytest
from sqlglot import exp

from answerable.kernel.schema import DatabaseSchema
from answerable.semantics import build_semantics
from answerable.semantics.measure_expressions import derived_expression, measure_expression
from tests.semantics.nursery import NURSERY
from tests.sources.servers import Server

MODEL = build_semantics(NURSERY)
TODAY = date(2026, 6, 30)
EXPECTED = {
    ("T_ORD_HD", "gross"): (20, sum(1190 + 44 * number for number in range(20)) / 100),
    ("T_ORD_POS", "line_total"): (
        40,
        sum((1 + n % 5) * (250 + 25 * (n % 6)) * (100 - (0, 0, 5, 10)[n % 4]) / 10_000 for n in range(40)),
    ),
    ("T_EMP", "age"): (8, 46 * 8),
    ("T_ORD_HD", "span"): (15, 0),
    ("T_EMP", "span"): (2, 17 + 17),
}
"""Rows with a value, and their sum."""


def _statements(schema: DatabaseSchema, dialect: str) -> list[str]:
    """What makes the nursery's tables in an engine."""
    made = []
    for table in schema.tables:
        if table.is_view:
            continue
        name = exp.table_(table.name, quoted=True).sql(dialect=dialect)
        kinds = {"integer": "BIGINT", "text": "VARCHAR(60)", "float": "DOUBLE PRECISION"}
        columns = ", ".join(
            f"{exp.to_identifier(column.name, quoted=True).sql(dialect=dialect)} {kinds[column.kind.value]}"
            for column in table.columns
        )
        rows = zip(*(column.cells for column in table.columns), strict=True)
        values = ", ".join(f"({', '.join(exp.convert(cell).sql(dialect=dialect) for cell in row)})" for row in rows)
        made += [f"CREATE TABLE {name} ({columns})", f"INSERT INTO {name} VALUES {values}"]
    return made


def _queries(dialect: str) -> dict[tuple[str, str], str]:
    found = {}
    for one in MODEL.derived:
        value = derived_expression(MODEL, one, TODAY, dialect=dialect)
        counted, total = exp.Count(this=value), exp.Sum(this=value.copy())
        select = exp.select(counted, total).from_(exp.table_(one.table, quoted=True))
        found[one.table, one.kind] = select.sql(dialect=dialect)
    return found


def _assert_right(results: dict[tuple[str, str], tuple[object, ...]]) -> None:
    assert results.keys() == EXPECTED.keys()
    for key, (count, total) in EXPECTED.items():
        assert int(str(results[key][0])) == count, key
        assert float(str(results[key][1])) == pytest.approx(total), key


def test_sqlite() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        for sql in _statements(NURSERY, "sqlite"):
            connection.execute(sql)
        _assert_right({key: connection.execute(sql).fetchone() for key, sql in _queries("sqlite").items()})


def test_duckdb() -> None:
    with closing(duckdb.connect()) as connection:
        for sql in _statements(NURSERY, "duckdb"):
            connection.execute(sql)
        rows = {key: connection.execute(sql).fetchone() for key, sql in _queries("duckdb").items()}
        _assert_right({key: row for key, row in rows.items() if row is not None})


def test_postgres(postgres_server: Server) -> None:
    name = postgres_server.new_database()
    postgres_server.execute(*_statements(NURSERY, "postgres"), database=name)
    queries = _queries("postgres").items()
    _assert_right({key: postgres_server.execute(sql, database=name)[0] for key, sql in queries})


def test_mariadb(mariadb_server: Server) -> None:
    name = mariadb_server.new_database()
    mariadb_server.execute(*_statements(NURSERY, "mysql"), database=name)
    _assert_right({key: mariadb_server.execute(sql, database=name)[0] for key, sql in _queries("mysql").items()})


def test_cents_are_divided() -> None:
    measure = next(one for one in MODEL.measures if one.column == "net_ct")
    assert measure_expression(MODEL, measure, "o").sql(dialect="sqlite") == 'CAST("o"."net_ct" AS REAL) / 100.0'
