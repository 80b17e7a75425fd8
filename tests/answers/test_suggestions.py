from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.answers.suggestions import suggest
from answerable.schema import Column, DatabaseSchema, ForeignKey, Kind, Table

ORDERS = Table(
    "orders",
    (
        Column("id", "INTEGER", Kind.INTEGER),
        Column("customer_id", "INTEGER", Kind.INTEGER),
        Column("order_date", "DATE", Kind.DATE, maximum="2024-12-30"),
        Column("status", "TEXT", Kind.TEXT, common_values=("paid", "open")),
        Column("country", "TEXT", Kind.TEXT, distinct_estimate=9),
        Column("note", "TEXT", Kind.TEXT, distinct_estimate=90_000),
        Column("quantity", "INTEGER", Kind.INTEGER),
        Column("net_amount", "DECIMAL(12,2)", Kind.DECIMAL),
    ),
    primary_key=("id",),
    foreign_keys=(ForeignKey(("customer_id",), "customers", ("id",)),),
    row_estimate=1000,
)
CUSTOMERS = Table(
    "customers", (Column("id", "INTEGER", Kind.INTEGER), Column("name", "TEXT", Kind.TEXT)), row_estimate=10
)
SCHEMA = DatabaseSchema("sqlite", (CUSTOMERS, ORDERS))


def test_suggestions_stay_with_the_measure_and_go_one_step_on() -> None:
    assert suggest("total net amount", SCHEMA, ["orders"]) == (
        "total net amount by status",
        "total net amount by month in 2024",
        "top 5 countries by total net amount",
    )


def test_they_are_said_in_the_askers_language() -> None:
    assert suggest("net amount 합계", SCHEMA, ["orders"], "ko") == (
        "status별 net amount 합계",
        "2024년 월별 net amount 합계",
        "net amount 합계 상위 5개 country",
    )
    assert not any("월별" in text for text in suggest("월별 net amount 합계", SCHEMA, ["orders"], "ko"))


def test_what_was_asked_is_not_suggested() -> None:
    assert "total quantity by status" not in suggest("total quantity by status", SCHEMA, ["orders"])
    assert not any("month" in text for text in suggest("total quantity by month", SCHEMA, ["orders"]))


def test_money_is_preferred_where_nothing_was_measured() -> None:
    assert suggest("orders", SCHEMA)[0] == "total net amount by status"


@given(st.text(max_size=40), st.lists(st.sampled_from(["orders", "customers", "no such table"])))
def test_there_are_never_more_than_three(question: str, tables: list[str]) -> None:
    suggestions = suggest(question, SCHEMA, tables)
    assert len(suggestions) == len(set(suggestions)) <= 3
    assert all(2 <= len(text) <= 1000 for text in suggestions)


@pytest.mark.parametrize("name", ["a; DROP TABLE x", "<b>", "\x1b[31m", "1", "", "a\nb"])
def test_strange_names_are_left_alone(name: str) -> None:
    columns = (Column(name, "INT", Kind.INTEGER), Column("kind", "TEXT", Kind.TEXT, common_values=("a", "b")))
    for text in suggest("hello", DatabaseSchema("sqlite", (Table(name, columns),))):
        assert text.replace(" ", "").isalnum()


def test_moments_are_not_summed_and_cents_not_said() -> None:
    events = Table(
        "events",
        (
            Column("occurred_at_ms", "BIGINT", Kind.INTEGER),
            Column("price_cents", "INTEGER", Kind.INTEGER),
            Column("kind", "TEXT", Kind.TEXT, distinct_estimate=3),
        ),
    )
    assert suggest("events", DatabaseSchema("sqlite", (events,))) == (
        "average price by kind",
        "number of events by kind",
    )


def test_an_empty_schema_suggests_nothing() -> None:
    assert suggest("anything", DatabaseSchema("sqlite", ())) == ()
