"""Which queries say the same each time as long as their data does."""

from __future__ import annotations

import pytest
import sqlglot

from answerable.agent.execution.repeatable import is_repeatable
from answerable.kernel.schema import Column, DatabaseSchema, Table

SCHEMA = DatabaseSchema(
    "sqlite",
    (
        Table("t", (Column("x", "INTEGER"), Column("d", "DATE"))),
        Table("v", (Column("x", "INTEGER"),), is_view=True),
    ),
)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT COUNT(*) FROM t",
        "SELECT x, SUM(x) AS s FROM t WHERE d >= '2024-01-01' AND NOT x IN (1, 2) GROUP BY x ORDER BY s DESC LIMIT 3",
        "WITH a AS (SELECT x FROM t) SELECT MAX(x) FROM a JOIN t USING (x)",
        "SELECT ROW_NUMBER() OVER (ORDER BY x), CAST(x AS REAL), UPPER(d), CASE WHEN x > 1 THEN 'now' END FROM t",
    ],
)
def test_by_data_alone(sql: str) -> None:
    assert is_repeatable(sqlglot.parse_one(sql, dialect="sqlite"), SCHEMA)


@pytest.mark.parametrize(
    ("dialect", "sql"),
    [
        ("sqlite", "SELECT RANDOM() FROM t"),
        ("sqlite", "SELECT x FROM t ORDER BY RANDOM()"),
        ("sqlite", "SELECT COUNT(*) FROM t WHERE d > DATE('now')"),
        ("sqlite", "SELECT COUNT(*) FROM t WHERE d > CURRENT_DATE"),
        ("sqlite", "SELECT STRFTIME('%Y', d) FROM t"),
        ("sqlite", "SELECT JULIANDAY(d) FROM t"),
        ("sqlite", "SELECT x FROM v"),
        ("sqlite", "SELECT x FROM elsewhere"),
        ("sqlite", "SELECT CHANGES() FROM t"),
        ("duckdb", "SELECT 'now'::TIMESTAMP FROM t"),
        ("duckdb", "SELECT x FROM t USING SAMPLE 3"),
        ("duckdb", "SELECT NOW() FROM t"),
        ("duckdb", "SELECT * FROM RANGE(3)"),
    ],
)
def test_not_sure(dialect: str, sql: str) -> None:
    assert not is_repeatable(sqlglot.parse_one(sql, dialect=dialect), SCHEMA)
