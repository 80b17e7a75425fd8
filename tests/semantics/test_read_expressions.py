"""What is hidden in text or integers is found, and read alike by every engine."""

from __future__ import annotations

import sqlite3
import tomllib
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pytest
from sqlglot import exp

from answerable.guard import check
from answerable.semantics import HiddenType
from answerable.semantics.hidden_types import hidden_type
from answerable.semantics.identifier_words import SchemaNames
from answerable.semantics.read_expressions import read_expression
from tests.semantics.schemas import schema_of, table_of
from tests.sources.servers import Server

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "data" / "hidden_values.toml").read_text(encoding="utf-8")
)["case"]
Run = Callable[..., list[tuple[object, ...]]]
"""Runs statements and gives the last one's rows."""


def _name(case: dict[str, Any]) -> str:
    return f"{case['kind']}-{case['format']}-{case.get('type', 'text')}-{case.get('currency', '')}"


def _found(case: dict[str, Any]) -> HiddenType | None:
    table = table_of("t", {case["column"]: case["values"]})
    return hidden_type(table, table.columns[0], SchemaNames(schema_of(table)).words(case["column"]))


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_format_is_found_in_the_values(case: dict[str, Any]) -> None:
    found = _found(case)
    assert found is not None
    assert (found.kind, found.format, found.currency) == (case["kind"], case["format"], case.get("currency", ""))


def _read_all(run: Run, dialect: str) -> Iterator[tuple[str, list[Any], list[Any]]]:
    """Each case's name, what the engine reads, and what it should."""
    quote = "`" if dialect == "mysql" else '"'
    for number, case in enumerate(CASES):
        found = _found(case)
        assert found is not None
        column = f"{quote}{case['column']}{quote}"
        values = ", ".join(f"({place}, {_literal(value)})" for place, value in enumerate(case["values"]))
        read = read_expression(found, exp.column(case["column"], quoted=True), dialect).sql(dialect=dialect)
        rows = run(
            f"CREATE TABLE t{number} (id INTEGER, {column} {case.get('type', 'VARCHAR(60)')})",
            f"INSERT INTO t{number} VALUES {values}",
            f"SELECT {read} FROM t{number} ORDER BY id",
        )
        yield _name(case), [_plain(row[0]) for row in rows], [_plain(value) for value in case["expected"]]


def _literal(value: str | int) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value)


def _plain(value: object) -> object:
    if value in ("", None):
        return None
    if isinstance(value, datetime | date):
        return str(value)[:19]
    return round(float(value), 6) if isinstance(value, int | float | Decimal) else value


def _assert_read(run: Run, dialect: str) -> None:
    wrong = {name: (read, expected) for name, read, expected in _read_all(run, dialect) if read != expected}
    assert wrong == {}
    assert sum(len(case["values"]) for case in CASES) >= 40


def test_sqlite_reads_them() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        _assert_read(lambda *statements: [connection.execute(sql).fetchall() for sql in statements][-1], "sqlite")


def test_duckdb_reads_them() -> None:
    with closing(duckdb.connect()) as connection:
        _assert_read(lambda *statements: [connection.execute(sql).fetchall() for sql in statements][-1], "duckdb")


def test_postgres_reads_them(postgres_server: Server) -> None:
    name = postgres_server.new_database()
    _assert_read(lambda *statements: postgres_server.execute(*statements, database=name), "postgres")


def test_mariadb_reads_them(mariadb_server: Server) -> None:
    name = mariadb_server.new_database()
    _assert_read(lambda *statements: mariadb_server.execute(*statements, database=name), "mysql")


@pytest.mark.parametrize("dialect", ["sqlite", "duckdb", "postgres", "mysql"])
def test_guard_lets_them_through(dialect: str) -> None:
    refused = {}
    for case in CASES:
        found, table = _found(case), table_of("t", {case["column"]: case["values"]})
        assert found is not None
        read = read_expression(found, exp.column(case["column"], quoted=True), dialect)
        sql = exp.select(exp.alias_(read, "value")).from_(exp.table_("t", quoted=True)).sql(dialect=dialect)
        verdict = check(sql, dialect=dialect, schema=schema_of(table, dialect=dialect))
        if not verdict.allowed:
            refused[_name(case)] = (sql, verdict.errors[0].message)
    assert refused == {}
