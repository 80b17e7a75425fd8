"""What a reading does with the source: its subject, usual exclusions, repeated totals, what it shows."""

from __future__ import annotations

import pytest

from answerable.language.reranking.missed_periods import missed_periods
from answerable.language.reranking.source_uses import SourceUses
from answerable.naming.inflection import stem
from answerable.semantics import build_semantics
from tests.language.databases import schema

USES = SourceUses(build_semantics(schema("shop")))


@pytest.mark.parametrize(
    ("sql", "repeats"),
    [
        ("SELECT SUM(orders.revenue) FROM orders JOIN order_lines ON orders.id = order_lines.order_id", True),
        (
            "SELECT c.name, AVG(o.revenue) FROM customers AS c JOIN orders AS o ON c.id = o.customer_id"
            " JOIN order_lines AS l ON o.id = l.order_id GROUP BY c.name",
            True,
        ),
        ("SELECT SUM(order_lines.quantity) FROM orders JOIN order_lines ON orders.id = order_lines.order_id", False),
        ("SELECT SUM(orders.revenue) FROM orders JOIN customers ON customers.id = orders.customer_id", False),
        ("SELECT SUM(revenue) FROM orders WHERE id IN (SELECT order_id FROM order_lines)", False),
        ("SELECT COUNT(*) FROM orders JOIN order_lines ON orders.id = order_lines.order_id", False),
        ("not SQL at all", False),
    ],
)
def test_totals_over_joined_rows_that_repeat_are_seen(sql: str, repeats: bool) -> None:
    assert USES.repeats_totals(sql) is repeats


def test_what_is_asked_for_is_shown_or_not() -> None:
    shown = USES.features("SELECT customers.name FROM customers", stem("customer"))
    counted = USES.features("SELECT COUNT(*) FROM customers", stem("customer"))
    assert (shown["head_shown"], counted["head_shown"], counted["head_used"]) == (1.0, 0.0, 1.0)


def test_orders_say_more_of_a_shop_than_visits_of_its_pages() -> None:
    orders, visits = (USES.features(f"SELECT COUNT(*) FROM {table}", "") for table in ("orders", "web_events"))
    assert orders["base_worth"] > visits["base_worth"]


def test_usual_exclusions_are_counted_where_amounts_are_added_up() -> None:
    whole = USES.features("SELECT SUM(revenue) FROM orders", "")
    kept = USES.features("SELECT SUM(revenue) FROM orders WHERE status <> 'cancelled'", "")
    assert (whole["exclusions_missed_money"], kept["exclusions_missed_money"], kept["exclusions_used"]) == (1, 0, 1)


def test_a_period_counts_as_missed_where_neither_of_its_years_is_there() -> None:
    years = (("2025", "2025"), ("2024", "2025"))
    assert missed_periods("SELECT 1 WHERE d >= '2025-01-01'", years) == 0
    assert missed_periods("SELECT COUNT(*) FROM returns", years) == 2
