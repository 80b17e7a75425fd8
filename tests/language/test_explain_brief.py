"""The explanation beside an answer leaves out what says nothing to a person, and nothing else."""

from __future__ import annotations

import pytest

from answerable.explain import explain
from tests.language.databases import schema

SHOP = schema("shop")

BRIEF = {
    "SELECT STRFTIME('%Y-%m', order_date) AS month, ROUND(SUM(revenue), 2) AS total_revenue FROM orders"
    " WHERE order_date >= '2025-01-01' AND order_date < '2026-01-01' GROUP BY STRFTIME('%Y-%m', order_date)"
    " ORDER BY month": "For each month of order_date, shows the total of revenue from orders. Keeps only rows where"
    " order_date is in 2025. Sorts by the month of order_date (oldest first).",
    "SELECT c.name AS customer, ROUND(SUM(o.revenue), 2) AS total FROM orders AS o JOIN customers AS c"
    " ON o.customer_id = c.id GROUP BY c.name, c.id ORDER BY total DESC, c.id LIMIT 5": "For each name of customers,"
    " shows the total of revenue of orders from orders, joined with customers where customer_id of orders equals id of"
    " customers. Sorts by the total of revenue of orders (highest first). Gives at most 5 rows.",
    "SELECT STRFTIME('%Y', order_date) || '-Q' || ((CAST(STRFTIME('%m', order_date) AS INTEGER) + 2) / 3) AS quarter,"
    " COUNT(*) AS n FROM orders GROUP BY STRFTIME('%Y', order_date) || '-Q' ||"
    " ((CAST(STRFTIME('%m', order_date) AS INTEGER) + 2) / 3)": "For each quarter of order_date, shows the number of"
    " rows from orders.",
}


@pytest.mark.parametrize("sql", BRIEF)
def test_brief_explanation_is(sql: str) -> None:
    assert explain(sql, dialect="sqlite", schema=SHOP, is_brief=True) == BRIEF[sql]


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELECT ROUND(AVG(revenue)) FROM orders", "rounded"),
        ("SELECT revenue FROM orders ORDER BY revenue DESC, order_date", "Sorts by revenue (highest first)."),
        ("SELECT name FROM customers GROUP BY country, name", "country"),
        ("SELECT n FROM (SELECT COUNT(*) AS n FROM orders)", "called n"),
        ("SELECT order_date FROM orders WHERE order_date >= '2025-01-05' AND order_date < '2025-02-01'", "2025-01-05"),
    ],
)
def test_what_matters_is_still_said(sql: str, said: str) -> None:
    assert said in explain(sql, dialect="sqlite", schema=SHOP, is_brief=True)


def test_long_expression_is_told_once_and_then_by_its_name() -> None:
    figure = "SUM(revenue * 2 + revenue * 3 + revenue * 4 + revenue * 5 + revenue * 6)"
    told = explain(
        f"SELECT status, {figure} AS points FROM orders GROUP BY status ORDER BY points DESC",
        dialect="sqlite", schema=SHOP, is_brief=True,
    )  # fmt: skip
    assert "called points" in told
    assert told.endswith("Sorts by points (highest first).")


def test_full_explanation_keeps_everything() -> None:
    sql = next(iter(BRIEF))
    full = explain(sql, dialect="sqlite", schema=SHOP)
    assert "called total_revenue" in full
    assert "rounded to 2 decimals" in full
    assert "up to but not including 2026-01-01" in full
