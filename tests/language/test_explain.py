"""Queries in plain words: the case table, what is turned away, and what is never lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from answerable.kernel.errors import AskerError, Refused
from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from answerable.language import explain

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "explain.jsonl").read_text(encoding="utf-8").splitlines()
]

PAIRS = [
    [part.strip() for part in line.split(" | ")]
    for line in (Path(__file__).parent / "data" / "explain_pairs.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]

ORDERS = Table(
    "orders",
    (
        Column("id", "INTEGER", Kind.INTEGER),
        Column("status", "TEXT", Kind.TEXT),
        Column("order_date", "DATE", Kind.DATE),
        Column("paid_at", "TIMESTAMP", Kind.TIMESTAMP),
        Column("revenue", "DECIMAL(12,2)", Kind.DECIMAL),
    ),
)
SCHEMA = DatabaseSchema("sqlite", (ORDERS,))


def told(sql: str, dialect: str = "sqlite", lang: str = "en", schema: DatabaseSchema | None = None) -> str:
    return explain(sql, dialect=dialect, schema=schema, lang=lang)


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["sql"])[:60])
def test_case(case: dict[str, str], lang: str) -> None:
    assert told(case["sql"], case["dialect"], lang) == case[lang]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["sql"])[:60])
def test_an_explanation_is_made_of_sentences(case: dict[str, str]) -> None:
    text = told(case["sql"], case["dialect"])
    assert text[0].isupper() and text.endswith(".") and len(text) >= 10


@pytest.mark.parametrize(("dialect", "one", "other"), PAIRS)
def test_different_queries_are_told_differently(dialect: str, one: str, other: str) -> None:
    for lang in ("en", "ko"):
        assert told(one, dialect, lang) != told(other, dialect, lang)


def test_a_schema_lets_dates_be_spoken_of_as_dates() -> None:
    text = told("SELECT max(order_date) FROM orders ORDER BY order_date DESC", schema=SCHEMA)
    assert text == "Shows the latest (maximum) order_date from orders. Sorts by order_date (newest first)."


def test_a_schema_lets_texts_be_sorted_as_texts() -> None:
    assert told("SELECT status FROM orders ORDER BY status", schema=SCHEMA).endswith("Sorts by status (A to Z).")


def test_a_closed_range_is_a_year_only_for_a_column_of_days() -> None:
    days = told("SELECT id FROM orders WHERE order_date BETWEEN '2024-01-01' AND '2024-12-31'", schema=SCHEMA)
    assert "order_date is in 2024 (from 2024-01-01 to 2024-12-31, both included)" in days
    moments = told("SELECT id FROM orders WHERE paid_at BETWEEN '2024-01-01' AND '2024-12-31'", schema=SCHEMA)
    assert "paid_at is from 2024-01-01 to 2024-12-31 (both included)" in moments


def test_the_start_of_an_iso_date_is_its_month() -> None:
    text = told("SELECT substr(order_date, 1, 7), count(*) FROM orders GROUP BY 1", schema=SCHEMA)
    assert text == "For each month of order_date, shows the number of rows from orders."
    assert "the part of order_date from character 1, 7 characters long" in told(
        "SELECT substr(order_date, 1, 7) FROM t"
    )


def test_sqlite_reads_a_quoted_name_that_no_column_has_as_text() -> None:
    assert "status is 'open'" in told('SELECT id FROM orders WHERE status = "open"', schema=SCHEMA)
    assert "status equals revenue" in told('SELECT id FROM orders WHERE status = "revenue"', schema=SCHEMA)


@pytest.mark.parametrize(
    ("sql", "dialect", "words"),
    [
        ("SELECT a FROM t WHERE NOT a LIKE 'x%'", "sqlite", "a does not start with 'x'"),
        ("SELECT a FROM t WHERE NOT (a NOT LIKE 'x%')", "sqlite", "a starts with 'x'"),
        ("SELECT a FROM t WHERE a NOT LIKE 'x!%' ESCAPE '!'", "sqlite", "a does not match the pattern 'x!%'"),
        ("SELECT a FROM t WHERE a NOT BETWEEN 1 AND 2", "sqlite", "a is not between 1 and 2"),
        ("SELECT a FROM t WHERE a NOT REGEXP 'x'", "mysql", "a does not match the regular expression 'x'"),
        ("SELECT a FROM t WHERE NOT EXISTS (SELECT 1 FROM u)", "sqlite", "there is no row in"),
        ("SELECT a FROM t WHERE a IS NOT NULL", "sqlite", "a has a value (not NULL)"),
        ("SELECT a FROM t WHERE a IS NOT NULL", "postgres", "a has a value (not NULL)"),
        ("SELECT a FROM t WHERE NOT a IS NOT NULL", "postgres", "a has no value (NULL)"),
        ("SELECT a FROM t WHERE a IS NOT TRUE", "postgres", "it is not true that (a is true)"),
        ("SELECT a FROM t WHERE a IS NOT FALSE", "sqlite", "it is not true that (a is false)"),
        ("SELECT a FROM t WHERE NOT a = 5", "sqlite", "a is not 5"),
        ("SELECT a FROM t WHERE a IS DISTINCT FROM b", "postgres", "a differs from b"),
        ("SELECT a FROM t WHERE 5 < a", "sqlite", "a is greater than 5"),
        ("SELECT a FROM t WHERE a = -5", "sqlite", "a is -5"),
    ],
)
def test_a_negation_is_never_lost(sql: str, dialect: str, words: str) -> None:
    assert words in told(sql, dialect)


@pytest.mark.parametrize(
    ("sql", "dialect", "quoted"),
    [
        ("SELECT a FROM t WHERE a BETWEEN SYMMETRIC 5 AND 1", "postgres", "`a BETWEEN SYMMETRIC 5 AND 1`"),
        ("SELECT trim(LEADING 'x' FROM a) FROM t", "postgres", "'x'"),
        ("SELECT a FROM t FOR UPDATE", "postgres", "`FOR UPDATE`"),
        ("SELECT a FROM t FOR UPDATE", "sqlite", "`LOCK`"),
        ("SELECT my_own_function(a, 7) FROM t", "postgres", "`MY_OWN_FUNCTION(a, 7)`"),
        ("SELECT id FROM a UNION BY NAME SELECT id FROM b", "duckdb", "`BY NAME`"),
        ("SELECT a FROM t TABLESAMPLE SYSTEM (10)", "postgres", "10"),
        ("SELECT a FROM generate_series(1, 9) AS g(a)", "postgres", "9"),
        ("VALUES (1, 'one')", "postgres", "'one'"),
    ],
)
def test_what_has_no_words_is_quoted(sql: str, dialect: str, quoted: str) -> None:
    for lang in ("en", "ko"):
        assert quoted in told(sql, dialect, lang)


def test_names_of_an_inner_and_an_outer_table_are_told_apart() -> None:
    sql = "SELECT o.id FROM orders o WHERE o.revenue > (SELECT avg(i.revenue) FROM orders i WHERE i.status = o.status)"
    assert "status of i equals status of orders" in told(sql)


def test_spaces_inside_a_value_are_kept() -> None:
    assert "', '" in told("SELECT string_agg(a, ', ') FROM t", "postgres")
    assert "'two  spaces '" in told("SELECT a FROM t WHERE a = 'two  spaces '")


def test_a_comment_is_not_part_of_the_explanation() -> None:
    assert "secret" not in told("SELECT a /* secret */ FROM t -- secret")


def test_a_line_end_in_a_value_does_not_break_the_text() -> None:
    assert "\n" not in told("SELECT a FROM t WHERE a = 'x\ny'")


@pytest.mark.parametrize("sql", ["SELECT " + "(" * 3000 + "1" + ")" * 3000, "SELECT 1" + " + 1" * 5000])
def test_a_query_nested_too_deeply_is_given_verbatim(sql: str) -> None:
    text = told(sql)
    assert text.startswith("Runs the query `SELECT ") and text.endswith("`.")


@pytest.mark.parametrize("sql", ["SELECT FROM WHERE", "SELECT 'open", "", "SELECT 1; SELECT 2"])
def test_what_is_not_one_statement_is_turned_away(sql: str) -> None:
    with pytest.raises(AskerError) as caught:
        told(sql)
    assert "\n" not in caught.value.line()


@pytest.mark.parametrize("sql", ["DELETE FROM t", "DROP TABLE t", "CREATE TABLE t (a INT)", "UPDATE t SET a = 1"])
def test_what_is_not_a_query_is_refused(sql: str) -> None:
    with pytest.raises(Refused):
        told(sql)


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(AskerError, match="'fr'"):
        told("SELECT 1", lang="fr")


def test_a_group_that_is_shown_is_told_once() -> None:
    bucket = "STRFTIME('%Y-%m', order_date)"
    text = explain(f"SELECT {bucket} AS month, COUNT(*) AS n FROM orders GROUP BY {bucket}", dialect="sqlite")
    assert text == "For each month of order_date (called month), shows the number of rows (called n) from orders."
