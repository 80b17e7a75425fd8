"""What a result's columns and rows are called comes from the semantic model, whoever wrote the SQL."""

from __future__ import annotations

from datetime import date

import pytest

from answerable.agent.result_words import is_ongoing, words_of_result
from answerable.semantics import (
    BusinessDimension,
    BusinessMeasure,
    DateRole,
    DerivedMeasure,
    Entity,
    SemanticModel,
)
from answerable.semantics.semantic_labels import SemanticLabels

LABELS = SemanticLabels(
    SemanticModel(
        dialect="sqlite",
        fingerprint="",
        entities=(
            Entity(table="cust", noun="customer", plural="customers", native="", key=("id",), display=("nm",)),
            Entity(table="orders", noun="order", plural="orders", native="", key=("id",), display=("id",)),
            Entity(table="lines", noun="order line", plural="order lines", native="", key=("id",), display=("id",)),
        ),
        dates=(DateRole(table="orders", column="od", role="ordered", label="order", verbs=(), is_main=True),),
        measures=(
            BusinessMeasure(table="orders", column="amt_ct", kind="amount", label="amount", unit="EUR", scale=0.01),
            BusinessMeasure(table="orders", column="dur", kind="duration", label="waiting time", unit="days"),
        ),
        derived=(
            DerivedMeasure(
                table="lines", kind="line_total", label="revenue", unit="EUR",
                parts=(("quantity", "qty"), ("price", "prc"), ("discount_unit", "fraction")),
            ),
        ),
        dimensions=(BusinessDimension(table="orders", column="chn", kind="category", label="channel"),),
    )
)  # fmt: skip

LABELLED = {
    "SELECT COUNT(*) AS n FROM orders": ("number of orders", "number of orders", ""),
    "SELECT COUNT(DISTINCT cust.id) AS n FROM orders JOIN cust ON cust.id = orders.cid": (
        "number of customers",
        "number of customers",
        "",
    ),
    "SELECT ROUND(SUM(amt_ct) / 100.0, 2) AS n FROM orders": ("total amount", "amount", "EUR"),
    "SELECT SUM(amt_ct) AS n FROM orders": ("total amount", "amount", ""),
    "SELECT AVG(o.dur) AS n FROM orders AS o": ("average waiting time", "average waiting time", "days"),
    "SELECT MAX(od) AS n FROM orders": ("latest order date", "latest order date", ""),
    "SELECT SUM(l.qty * l.prc) AS n FROM lines AS l": ("total revenue", "revenue", "EUR"),
    "SELECT nm AS n FROM cust": ("customer", "customer", ""),
}


@pytest.mark.parametrize("sql", LABELLED)
def test_figures_are_called_by_the_models_labels(sql: str) -> None:
    spoken = words_of_result(sql, LABELS, ["n"], "en").columns["n"]
    assert (spoken.label, spoken.short, spoken.unit) == LABELLED[sql]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT SUM(amt_ct) / COUNT(*) AS n FROM orders",
        "SELECT SUM(CASE WHEN chn = 'web' THEN 1 END) AS n FROM orders",
        "SELECT n FROM (SELECT COUNT(*) AS n FROM orders)",
        "SELECT COUNT(*) AS n FROM orders UNION SELECT 1",
    ],
)
def test_what_is_more_than_one_figure_keeps_its_own_name(sql: str) -> None:
    assert words_of_result(sql, LABELS, ["n"], "en").columns == {}


@pytest.mark.parametrize(
    ("sql", "subject"),
    [
        ("SELECT id, od FROM orders", "orders"),
        ("SELECT orders.id, nm FROM orders JOIN cust ON orders.cid = cust.id", "orders"),
        ("SELECT cust.id, nm FROM cust JOIN orders ON orders.cid = cust.id", ""),
        ("SELECT DISTINCT cust.nm, cust.nm FROM orders JOIN cust ON orders.cid = cust.id", "customers"),
        ("SELECT DISTINCT chn, chn FROM orders", ""),
        ("SELECT chn, COUNT(*) FROM orders GROUP BY chn", ""),
    ],
)
def test_rows_are_called_what_they_are_where_that_is_sure(sql: str, subject: str) -> None:
    assert words_of_result(sql, LABELS, ["a", "b"], "en").subject == subject


def test_labels_are_korean_for_korean_readers() -> None:
    sql = "SELECT c.nm, SUM(o.amt_ct) / 100.0 AS n FROM orders AS o JOIN cust AS c ON o.cid = c.id GROUP BY c.nm"
    words = words_of_result(sql, LABELS, ["nm", "n"], "ko")
    assert words.columns["nm"].short == "고객"
    assert words.columns["n"].label == "금액 합계"


@pytest.mark.parametrize(
    ("period", "ongoing"),
    [
        ("od >= '2026-11-01' AND od < '2026-12-01'", True),
        ("od >= '2026-10-01' AND od < '2026-11-01'", False),
        ("od >= '2026-12-01' AND od < '2027-01-01'", False),
        ("od >= '2026-11-01'", False),
    ],
)
def test_period_that_holds_today_is_not_over(period: str, ongoing: bool) -> None:
    sql = f"SELECT COUNT(*) FROM orders WHERE {period} AND chn = 'web'"
    assert is_ongoing(sql, "sqlite", date(2026, 11, 18)) is ongoing
