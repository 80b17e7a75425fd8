"""What a query leaves open: whether all that it orders by can be seen in what it gives."""

from __future__ import annotations

import pytest
import sqlglot

from answerable.agent.execution.query_shape import traits_of


def shows_order(sql: str) -> bool:
    return traits_of(sqlglot.parse_one(sql, dialect="duckdb")).shows_order


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT x FROM t",
        "SELECT x, y FROM t ORDER BY y DESC, X",
        "SELECT x FROM t ORDER BY 1",
        "SELECT SUM(x) AS s FROM t ORDER BY s",
        "SELECT SUM(x) FROM t ORDER BY SUM(x)",
        "SELECT t.x FROM t ORDER BY t.x",
        "SELECT t.x FROM t ORDER BY x",
        "SELECT x FROM t ORDER BY t.x",
        "SELECT * FROM t JOIN u USING (id) ORDER BY u.x",
        "SELECT t.* FROM t ORDER BY x",
        "SELECT t.* FROM t JOIN u USING (id) ORDER BY T.x",
    ],
)
def test_shown(sql: str) -> None:
    assert shows_order(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT x FROM t ORDER BY y",
        "SELECT x FROM t ORDER BY LOWER(x)",
        "SELECT t.* FROM t JOIN u USING (id) ORDER BY u.x",
        "SELECT t.* FROM t JOIN u USING (id) ORDER BY x",
        "SELECT t.id AS x FROM t JOIN u USING (id) ORDER BY u.x",
        "SELECT UPPER(x) AS x FROM t ORDER BY t.x",
        "SELECT * EXCLUDE (x) FROM t ORDER BY x",
    ],
)
def test_not_shown(sql: str) -> None:
    """So rows in another order need not be ties."""
    assert not shows_order(sql)


@pytest.mark.parametrize(
    ("dialect", "call"),
    [
        ("sqlite", "DATE()"),
        ("sqlite", "DATETIME()"),
        ("sqlite", "JULIANDAY()"),
        ("sqlite", "DATE('now', '-1 day')"),
        ("postgres", "AGE(x)"),
        ("postgres", "'yesterday'::DATE"),
        ("postgres", "NOW()"),
        ("postgres", "UUIDV7()"),
        ("mysql", "UNIX_TIMESTAMP()"),
        ("mysql", "UTC_DATE()"),
        ("mysql", "RAND()"),
        ("duckdb", "GET_CURRENT_TIMESTAMP()"),
        ("duckdb", "TODAY()"),
    ],
)
def test_chance_and_clock(dialect: str, call: str) -> None:
    assert traits_of(sqlglot.parse_one(f"SELECT {call} FROM t", dialect=dialect)).varies


@pytest.mark.parametrize(
    ("dialect", "call"),
    [
        ("sqlite", "DATE(x)"),
        ("sqlite", "JULIANDAY(x)"),
        ("sqlite", "'now'"),
        ("postgres", "AGE(x, y)"),
        ("mysql", "UNIX_TIMESTAMP(x)"),
    ],
)
def test_neither_chance_nor_clock(dialect: str, call: str) -> None:
    assert not traits_of(sqlglot.parse_one(f"SELECT {call} FROM t", dialect=dialect)).varies


@pytest.mark.parametrize(
    ("call", "takes"),
    [
        ("FIRST(x)", True),
        ("ANY_VALUE(x)", True),
        ("STRING_AGG(x, ',')", True),
        ("LIST(x)", True),
        ("ARBITRARY(x)", True),
        ("STRING_AGG(x, ',' ORDER BY x)", False),
        ("FIRST(x ORDER BY y)", False),
        ("MODE() WITHIN GROUP (ORDER BY x)", False),
        ("MAX(x)", False),
    ],
)
def test_values_taken_as_rows_are_read(call: str, takes: bool) -> None:
    assert traits_of(sqlglot.parse_one(f"SELECT {call} FROM t", dialect="duckdb")).takes_as_read is takes
