from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.answers.suggestions import suggest
from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Kind, Table
from answerable.semantics import (
    BusinessDimension,
    BusinessEvent,
    BusinessMeasure,
    DateRole,
    Entity,
    Relationship,
    SemanticModel,
)
from answerable.semantics.semantic_labels import SemanticLabels

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
        "Total net amount by status",
        "Total net amount by month in 2024",
        "Top 5 countries by total net amount",
    )


def test_they_are_said_in_the_askers_language() -> None:
    assert suggest("net amount 합계", SCHEMA, ["orders"], "ko") == (
        "Status별 net amount 합계",
        "2024년 월별 net amount 합계",
        "Net amount 합계 상위 5개 country",
    )
    assert not any("월별" in text for text in suggest("월별 net amount 합계", SCHEMA, ["orders"], "ko"))


def test_what_was_asked_is_not_suggested() -> None:
    assert "Total quantity by status" not in suggest("total quantity by status", SCHEMA, ["orders"])
    assert not any("month" in text for text in suggest("total quantity by month", SCHEMA, ["orders"]))


def test_money_is_preferred_where_nothing_was_measured() -> None:
    assert suggest("orders", SCHEMA)[0] == "Total net amount by status"


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
        "Average price by kind",
        "Number of events by kind",
    )


def test_an_empty_schema_suggests_nothing() -> None:
    assert suggest("anything", DatabaseSchema("sqlite", ())) == ()


MODEL = SemanticModel(
    dialect="sqlite",
    fingerprint="",
    entities=(
        Entity(table="orders", noun="order", plural="orders", native="", key=("id",), display=("id",)),
        Entity(table="customers", noun="customer", plural="customers", native="", key=("id",), display=("name",)),
    ),
    relationships=(
        Relationship(
            table="orders", columns=("customer_id",), target="customers", target_columns=("id",), role="customer"
        ),
    ),
    events=(BusinessEvent(table="orders", noun="order", main_date="order_date"),),
    dates=(
        DateRole(
            table="orders", column="order_date", role="ordered", label="order", verbs=(), is_main=True,
            first="2022-01-01", last="2024-06-30",
        ),
    ),
    measures=(
        BusinessMeasure(
            table="orders", column="net_amount", kind="amount", label="net amount", aggregations=("sum", "avg")
        ),
        BusinessMeasure(table="orders", column="secret", kind="amount", label="margin", aggregations=("sum",)),
    ),
    dimensions=(
        BusinessDimension(table="orders", column="status", kind="category", label="status"),
        BusinessDimension(table="orders", column="note", kind="category", label="note"),
        BusinessDimension(table="customers", column="name", kind="name", label="name"),
    ),
)  # fmt: skip


def _meant(question: str, table: str, lang: str = "en") -> tuple[str, ...]:
    return suggest(question, SCHEMA, [table], lang, SemanticLabels(MODEL))


def test_what_tables_mean_gives_questions_over_time_of_the_best_and_by_kind() -> None:
    assert _meant("how many orders are there", "orders") == (
        "Net amount by month in 2023",
        "Top 5 customers by net amount",
        "Net amount by status",
    )
    assert _meant("고객 수", "orders", "ko")[1] == "Net amount 상위 5개 고객"


def test_what_was_asked_over_time_is_not_asked_over_time_again() -> None:
    assert not any("month" in text for text in _meant("net amount by month", "orders"))


def test_things_are_asked_by_what_happens_to_them() -> None:
    assert _meant("customers", "customers") == ("Top 5 customers by net amount",)


def test_nothing_is_suggested_that_may_not_be_asked() -> None:
    said = " ".join((*_meant("", "orders"), *_meant("margin", "orders")))
    assert "margin" not in said
    assert "note" not in said
