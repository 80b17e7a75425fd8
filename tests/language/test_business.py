"""Business questions by the rules alone: those that are known to be right stay so, and on every engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from typing import Any

import duckdb
import psycopg
import pymysql
import pytest
import sqlglot
from benchmarks.business import RECKONING, is_right

from answerable.language.rules.pipeline import Pipeline
from answerable.language.translation import Translation
from tests.language.databases import BUSINESS, CASES, Case, business_cases, cases, connection, schema
from tests.sources.servers import HOST, PASSWORD, Server

Rows = list[tuple[Any, ...]]
Runner = Callable[[str, str], Sequence[Sequence[Any]]]
"""SQL and the name of its database → rows."""


@cache
def pipeline(database: str, dialect: str = "sqlite") -> Pipeline:
    return Pipeline(schema(database, dialect))


def translated(case: Case, dialect: str = "sqlite") -> Translation:
    return pipeline(case.database, dialect).translate(case.question, case.context)


@pytest.mark.parametrize(
    "case",
    [case for case in business_cases() if not (case.held_back or case.gap)],
    ids=lambda case: f"{case.database}: {case.question}",
)
def test_question_gives_the_rows_of_the_gold_sql(case: Case) -> None:
    best = translated(case).best
    assert best is not None
    assert is_right(case, best.sql), best.sql


@pytest.mark.parametrize("case", [case for case in business_cases() if case.gap], ids=lambda case: case.question)
def test_known_gap_is_asked_back(case: Case) -> None:
    assert translated(case).clarification is not None


@pytest.mark.parametrize(
    "case",
    [case for case in (*cases(), *business_cases()) if case.gold != "SELECT NULL"],
    ids=lambda case: f"{case.database}: {case.question}",
)
def test_gold_sql_has_rows_that_tell_something(case: Case) -> None:
    for gold in (case.gold, *case.also):
        rows = connection(case.database).execute(gold).fetchall()
        assert any(cell not in (None, 0) for row in rows for cell in row), gold


def test_every_question_has_a_kind_and_a_third_take_dates_or_sums() -> None:
    kinds = [case.kind for case in (*cases(), *business_cases())]
    assert "" not in kinds
    assert sum(kind in RECKONING for kind in kinds) >= len(kinds) / 3


@pytest.mark.slow
def test_duckdb_gives_the_same_rows() -> None:
    opened = {database: _duck(database) for database in BUSINESS}
    _same_rows("duckdb", lambda sql, database: opened[database].execute(sql).fetchall())


def test_postgresql_gives_the_same_rows(postgres_server: Server) -> None:
    names = {database: postgres_server.new_database() for database in BUSINESS}
    allow = "UPDATE pg_cast SET castcontext = 'a' WHERE castsource = 'int4'::regtype AND casttarget = 'bool'::regtype"
    for database, name in names.items():
        postgres_server.execute(allow, *_statements(database, "postgres"), database=name)
    opened = {database: psycopg.connect(postgres_server.url(name)) for database, name in names.items()}
    _same_rows("postgres", lambda sql, database: opened[database].execute(sql.encode()).fetchall())
    for connected in opened.values():
        connected.close()


def test_mariadb_gives_the_same_rows(mariadb_server: Server) -> None:
    names = {database: mariadb_server.new_database() for database in BUSINESS}
    for database, name in names.items():
        mariadb_server.execute(*_statements(database, "mysql"), database=name)
    opened = {database: _maria(mariadb_server, name) for database, name in names.items()}
    _same_rows("mysql", lambda sql, database: _asked(opened[database], sql))
    for connected in opened.values():
        connected.close()


def _maria(server: Server, database: str) -> pymysql.Connection[Any]:
    return pymysql.connect(host=HOST, port=server.port, user=server.user, password=PASSWORD, database=database)


def _asked(opened: pymysql.Connection[Any], sql: str) -> Sequence[Sequence[Any]]:
    with opened.cursor() as cursor:
        cursor.execute(sql)
        return list(cursor.fetchall())


def _duck(database: str) -> duckdb.DuckDBPyConnection:
    opened = duckdb.connect()
    for statement in _statements(database, "duckdb"):
        opened.execute(statement)
    return opened


def _statements(database: str, dialect: str) -> list[str]:
    """The script as the dialect writes it, without keys, which some engines check row by row."""
    found = []
    for tree in sqlglot.parse((CASES / f"{database}.sql").read_text(encoding="utf-8"), dialect="sqlite"):
        assert tree is not None
        for reference in list(tree.find_all(sqlglot.exp.Reference)):
            assert reference.parent is not None
            reference.parent.pop()
        found.append(tree.sql(dialect=dialect, identify=True))
    return found


def _same_rows(dialect: str, run: Runner) -> None:
    different = []
    for case in business_cases():
        here, there = translated(case).best, translated(case, dialect).best
        if here is not None and there is not None:
            wanted = _shown(connection(case.database).execute(here.sql).fetchall())
            if _shown(run(there.sql, case.database)) != wanted:
                different.append(there.sql)
    assert different == []


def _shown(rows: Sequence[Sequence[Any]]) -> Rows:
    """Rows as they would be shown, in any order: figures to two decimals, moments as text."""
    return sorted((tuple(_cell(cell) for cell in row) for row in rows), key=repr)


def _cell(cell: Any) -> Any:
    if isinstance(cell, int | float | Decimal):
        return round(float(cell), 2) + 0.0
    return cell.isoformat(" ") if isinstance(cell, datetime) else cell.isoformat() if isinstance(cell, date) else cell
