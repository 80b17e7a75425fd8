"""A reading gives on the sampled rows what it gives in SQLite's own words, in whatever dialect it is written."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from answerable.language.business.business_query import BusinessQuery
from answerable.language.business.business_reader import BusinessReader
from answerable.language.question.dates.date_spans import Calendar
from answerable.language.sample_runs import SampleRuns
from answerable.semantics import build_semantics
from tests.language.databases import schema

QUESTIONS = (
    "total revenue by month in 2024",
    "number of orders per weekday",
    "orders by quarter",
    "orders per week in 2024",
    "how many orders per hour",
    "revenue by year",
    "orders placed in december of each year",
    "customers who ordered in 2024",
)


def results(question: str, dialect: str) -> dict[BusinessQuery, str]:
    own = replace(schema("shop"), dialect=dialect)
    runs = SampleRuns(own)
    readings = BusinessReader(own, build_semantics(own), Calendar(date(2026, 6, 30)), runs).read(question)
    return {one.query: outcome.result for one in readings if (outcome := runs.outcome(one.sql))}


@pytest.mark.parametrize("dialect", ["duckdb", "postgres", "mysql"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_dates_and_times_mean_the_same(question: str, dialect: str) -> None:
    expected, found = results(question, "sqlite"), results(question, dialect)
    both = expected.keys() & found.keys()
    assert both
    assert [found[query] for query in both] == [expected[query] for query in both]


@pytest.mark.parametrize(
    ("dialect", "dated", "plain"),
    [
        ("duckdb", "order_date >= CAST('2024-03-01' AS DATE)", "order_date >= '2024-03-01'"),
        ("duckdb", "DATE_TRUNC('year', order_date) = DATE '2024-01-01'", "order_date LIKE '2024-%'"),
        ("postgres", "EXTRACT(YEAR FROM order_date) = 2024", "order_date LIKE '2024-%'"),
        ("mysql", "YEAR(order_date) = 2024", "order_date LIKE '2024-%'"),
    ],
)
def test_a_cast_to_a_date_keeps_the_day(dialect: str, dated: str, plain: str) -> None:
    one = SampleRuns(replace(schema("shop"), dialect=dialect)).outcome(f"SELECT COUNT(*) FROM orders WHERE {dated}")
    other = SampleRuns(schema("shop")).outcome(f"SELECT COUNT(*) FROM orders WHERE {plain}")
    assert one and other and other.is_telling
    assert one.result == other.result
