"""The facts of a query that provenance and charts rely on."""

from __future__ import annotations

import pytest

from answerable.explain import filters
from answerable.language import QueryFacts, ShownColumn, facts

BY_MONTH = (
    "SELECT strftime('%Y-%m', order_date) AS month, channel, sum(revenue) AS total, count(*) FROM orders "
    "WHERE status = 'delivered' AND order_date >= '2024-01-01' AND order_date < '2025-01-01' "
    "GROUP BY 1, 2 HAVING count(*) > 5 ORDER BY total DESC LIMIT 10"
)


def test_facts_of_a_grouped_query() -> None:
    assert facts(BY_MONTH, "sqlite") == QueryFacts(
        tables=("orders",),
        filters=(
            "status is 'delivered'",
            "order_date is in 2024 (from 2024-01-01 up to but not including 2025-01-01)",
            "the number of rows is greater than 5",
        ),
        groups=(ShownColumn(0, "month", "the month of order_date", "month"), ShownColumn(1, "channel", "channel")),
        measures=(ShownColumn(2, "total", "the total of revenue"), ShownColumn(3, "", "the number of rows")),
        order=("total (highest first)",),
        limit=10,
    )


def test_filters_are_told_in_the_language_asked_for() -> None:
    assert facts(BY_MONTH, "sqlite", lang="ko").filters[0] == "status가 'delivered'이다"


@pytest.mark.parametrize(
    ("sql", "tables"),
    [
        ("SELECT 1", ()),
        ("SELECT * FROM b JOIN a USING (id)", ("b", "a")),
        ("WITH s AS (SELECT * FROM orders) SELECT * FROM s", ("orders",)),
        ("WITH orders AS (SELECT * FROM orders) SELECT * FROM orders", ("orders",)),
        ("WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT * FROM r", ()),
        ("SELECT * FROM sales.orders WHERE id IN (SELECT id FROM returns)", ("sales.orders", "returns")),
        ("SELECT a FROM t UNION SELECT a FROM u", ("t", "u")),
    ],
)
def test_tables_are_those_read_and_not_the_steps(sql: str, tables: tuple[str, ...]) -> None:
    assert facts(sql, "postgres").tables == tables


def test_a_filter_inside_a_filter_is_not_told_twice() -> None:
    sql = "SELECT a FROM t WHERE b IN (SELECT b FROM u WHERE c = 3)"
    assert facts(sql, "sqlite").filters == (
        "b is among the results of (a sub-query that shows b from u; keeps only rows where c is 3)",
    )


def test_filters_of_every_step_are_there() -> None:
    sql = "WITH s AS (SELECT a FROM t WHERE b = 1) SELECT a FROM s WHERE a > 2"
    assert facts(sql, "sqlite").filters == ("b is 1", "a is greater than 2")


def test_a_star_makes_later_positions_unknown() -> None:
    assert facts("SELECT *, sum(a) OVER () AS s FROM t", "sqlite").measures[0].position is None


@pytest.mark.parametrize(("sql", "limit"), [("SELECT a FROM t LIMIT 7", 7), ("SELECT a FROM t", None)])
def test_limit(sql: str, limit: int | None) -> None:
    assert facts(sql, "sqlite").limit == limit


@pytest.mark.parametrize(
    "sql",
    [
        BY_MONTH,
        "SELECT a FROM t",
        "SELECT a FROM t WHERE b = 1 AND (c > 2 OR d IS NULL) AND b = 1",
        "SELECT a, COUNT(*) FROM t AS x JOIN u ON u.id = x.id AND u.c = 3 WHERE x.b = 1 GROUP BY a HAVING COUNT(*) > 2",
        "SELECT a FROM t WHERE b IN (SELECT b FROM u WHERE c = 3)",
        "SELECT a FROM (SELECT a FROM t WHERE b = 1) AS x WHERE a > 2",
        "WITH s AS (SELECT a FROM t WHERE b = 1) SELECT a FROM s WHERE a > 2",
        "SELECT a FROM t WHERE b = 1 UNION SELECT a FROM u WHERE c = 2",
        "SELECT (SELECT MAX(c) FROM u WHERE u.a = t.a) FROM t WHERE b = 1",
        "(SELECT a FROM t WHERE b = 1)",
    ],
)
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_filters_alone_are_those_of_the_facts(sql: str, lang: str) -> None:
    assert filters(sql, "sqlite", lang=lang) == facts(sql, "sqlite", lang=lang).filters
