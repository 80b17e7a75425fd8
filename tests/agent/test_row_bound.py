"""What a query can touch at most, without asking the engine."""

from __future__ import annotations

import pytest
import sqlglot

from answerable.agent.execution.row_bound import most_rows
from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table

_ID = (Column("id", "INTEGER", Kind.INTEGER),)
SCHEMA = DatabaseSchema(
    "postgres",
    (
        Table("orders", _ID, row_estimate=1_000),
        Table("customers", _ID, row_estimate=100),
        Table("empty", _ID, row_estimate=0),
        Table("unknown", _ID),
        Table("recent", _ID, is_view=True, row_estimate=10),
    ),
)


def _most(sql: str) -> int | None:
    return most_rows(sqlglot.parse_one(sql, dialect="postgres"), SCHEMA)


@pytest.mark.parametrize(
    ("sql", "most"),
    [
        ("SELECT COUNT(*) FROM orders", 1_000),
        ("SELECT id FROM orders JOIN customers USING (id)", 100_000),
        ("SELECT a.id FROM orders a CROSS JOIN orders b", 1_000_000),
        ("SELECT id FROM orders UNION ALL SELECT id FROM empty", 2_000),
        ("SELECT id FROM orders WHERE id IN (SELECT id FROM customers)", 100_000),
        ("SELECT ROUND(SUM(id)) FROM (SELECT id FROM orders) AS o", 1_000),
    ],
)
def test_every_table_counts_as_often_as_it_is_read(sql: str, most: int) -> None:
    assert _most(sql) == most


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT id FROM unknown",
        "SELECT id FROM nowhere",
        "SELECT id FROM recent",
        "WITH o AS (SELECT id FROM orders) SELECT a.id FROM o a, o b, o c",
        "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 1000) SELECT n FROM r",
        "SELECT n FROM orders, generate_series(1, 1000000) AS n",
        "SELECT generate_series(1, 1000000) FROM orders",
        "SELECT pg_catalog.generate_series(1, 1000000) FROM orders",
        "SELECT UNNEST(ARRAY[1, 2]) FROM orders",
        "SELECT x.id FROM orders, LATERAL (SELECT id FROM customers) AS x",
        "SELECT id FROM orders GROUP BY CUBE (id)",
        "SELECT jsonb_array_elements(id) FROM orders",
    ],
)
def test_what_may_make_rows_is_left_to_the_engine(sql: str) -> None:
    assert _most(sql) is None
