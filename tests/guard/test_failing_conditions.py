"""Rows behind a required filter do not tell of themselves by errors, nor by what an engine says of them."""

from __future__ import annotations

import pytest

from answerable.guard import Policy, check

DIALECTS = ("sqlite", "duckdb", "postgres", "mysql")
SCHEMA = {
    "orders": {"id": "INTEGER", "channel": "VARCHAR", "amount": "INTEGER", "made_on": "DATE", "state": "VARCHAR"},
    "people": {"id": "INTEGER", "name": "VARCHAR"},
}
FILTERED = Policy(required_filters={"orders": "state <> 'gone'"})
EVERYWHERE = (
    "abs(CASE WHEN channel LIKE 'z%' THEN -9223372036854775807 - 1 ELSE 1 END) = 1",
    "exp(amount) > 1",
    "channel LIKE 'a' OR printf('%.*c', amount, 'a') = 'b'",
)
BY_DIALECT = {
    "sqlite": ("json_extract(channel, '$') = 1", "channel -> 'x' IS NULL", "zeroblob(amount) IS NULL"),
    "duckdb": (
        "CAST(channel AS INTEGER) > 9",
        "channel = amount",
        "amount * 1000000 > 5",
        "CASE WHEN channel = 'z' THEN 2147483647 + 1 ELSE 1 END = 1",
        "(SELECT p.id FROM people p) = id",
    ),
    "postgres": (
        "channel::int > 9",
        "1 / (amount - 5) > 1",
        "amount * amount * amount > 5",
        "CASE WHEN channel = 'z' THEN (SELECT 1 UNION ALL SELECT 2) ELSE 1 END = 1",
        "to_number(channel, '999') > 1",
    ),
    "mysql": ("amount * 10000000000 > 0", "(SELECT p.id FROM people p) = id", "pow(amount, amount) > 1"),
}
HARMLESS = (
    "amount > 1000000",
    "amount > -5",
    "amount * 2 > 10 AND amount + 1 < 100",
    "(lower(channel) = 'web' OR channel LIKE 'a%' OR channel IS NULL)",
    "amount BETWEEN 1 AND 100000 AND channel IN ('web', 'shop')",
    "CASE WHEN amount > 5 THEN 1 ELSE 0 END = 1",
    "coalesce(amount, 0) > 3",
    "amount > (SELECT avg(q.amount) FROM orders q WHERE q.state <> 'gone')",
    "EXISTS (SELECT 1 FROM people p WHERE p.id = orders.id)",
    "id IN (SELECT p.id FROM people p)",
    "made_on >= '2026-01-01'",
)


def _codes(condition: str, dialect: str, policy: Policy | None = FILTERED) -> list[str]:
    sql = f"SELECT id FROM orders WHERE {condition} AND state <> 'gone'"
    return [one.code for one in check(sql, dialect=dialect, schema=SCHEMA, policy=policy).errors]


@pytest.mark.parametrize(
    ("dialect", "condition"),
    [(dialect, one) for dialect in DIALECTS for one in BY_DIALECT[dialect]]
    + [(dialect, one) for dialect in DIALECTS for one in EVERYWHERE[:2]]
    + [("sqlite", EVERYWHERE[2])],
)
def test_a_condition_that_may_fail_is_refused_beside_a_filter(dialect: str, condition: str) -> None:
    # A sub-query that stands for its first row goes by the order of rows, too.
    assert set(_codes(condition, dialect)) - {"unsorted_rows"} == {"failing_condition"}
    assert "failing_condition" not in _codes(condition, dialect, Policy(blocked_columns=frozenset({"people.name"})))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_conditions_that_cannot_fail_pass(dialect: str) -> None:
    refused = {condition: codes for condition in HARMLESS if (codes := _codes(condition, dialect))}
    assert refused == {}


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT q.n FROM (SELECT CAST(channel AS INTEGER) AS n FROM orders WHERE state <> 'gone') q WHERE q.n > 9",
        "WITH q AS (SELECT CAST(channel AS INT) AS n FROM orders WHERE state <> 'gone') SELECT n FROM q WHERE n > 9",
        "SELECT p.id FROM people p JOIN orders o ON CAST(o.channel AS INTEGER) = p.id WHERE o.state <> 'gone'",
        "SELECT channel FROM orders WHERE state <> 'gone' GROUP BY channel HAVING CAST(channel AS INTEGER) > 9",
    ],
)
def test_it_is_refused_wherever_an_engine_may_move_it_from(sql: str) -> None:
    for dialect in ("duckdb", "postgres"):
        found = check(sql, dialect=dialect, schema=SCHEMA, policy=FILTERED)
        assert [one.code for one in found.errors] == ["failing_condition"], dialect


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT CAST(channel AS INTEGER), 1 / amount FROM orders WHERE state <> 'gone'",
        "SELECT sum(amount * 1000000) FROM orders WHERE state <> 'gone' GROUP BY channel HAVING sum(amount / 2) > 5",
        "SELECT CAST(name AS INTEGER) FROM people WHERE CAST(name AS INTEGER) > 9",
    ],
)
def test_what_is_shown_or_aggregated_stays_open(sql: str) -> None:
    for dialect in DIALECTS:
        assert check(sql, dialect=dialect, schema=SCHEMA, policy=FILTERED).allowed, dialect


def test_an_engines_own_words_are_withheld_where_a_filter_may_hide_rows() -> None:
    for table, is_silent in (("orders WHERE state <> 'gone'", True), ("people", False)):
        verdict = check(f"SELECT id FROM {table}", dialect="mysql", schema=SCHEMA, policy=FILTERED)
        assert verdict.allowed and verdict.withholds_details is is_silent
