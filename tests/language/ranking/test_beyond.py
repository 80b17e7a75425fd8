from __future__ import annotations

import pytest

from answerable.language.neural.schema_items import SchemaItems
from answerable.language.ranking import PooledReading, asks_briefly, settled_by_rule, settles
from tests.language.databases import schema

PLAIN = "SELECT COUNT(*) FROM orders"
DATED = "SELECT COUNT(*) FROM orders WHERE order_date >= '2026-01-01'"


@pytest.mark.parametrize(
    ("sql", "sure", "settled"),
    [(DATED, 0.9, True), (DATED, 0.5, True), (DATED, 0.49, False), (PLAIN, 0.9, False)],
)
def test_only_a_sure_reading_that_no_form_can_say_is_settled(sql: str, sure: float, settled: bool) -> None:
    assert settles(sql, sure) is settled


def test_a_pool_is_settled_by_what_the_rules_are_surest_of() -> None:
    plain, dated = (
        PooledReading(PLAIN, None, (), None, 0, by_rule=0.7),
        PooledReading(DATED, None, (), None, 1, by_rule=0.6),
    )
    assert not settled_by_rule([plain, dated])
    assert settled_by_rule([dated])
    assert not settled_by_rule([])


ROWS, GROUPS = "SELECT * FROM orders", "SELECT status, COUNT(*) FROM orders GROUP BY status"


@pytest.mark.parametrize(
    ("question", "sql", "briefly"),
    [
        ("show all customers", ROWS, True),
        ("What are the order lines?", ROWS, True),
        ("show the names of customers", ROWS, False),
        ("customers and orders", ROWS, False),
        ("show everything", ROWS, False),
        ("highest quantity", "SELECT MAX(quantity) FROM order_lines", True),
        ("highest quantity", ROWS, False),
        ("highest quantity of orders", "SELECT MAX(quantity) FROM order_lines", False),
        ("orders by status", GROUPS, True),
        ("show revenue by country and city", GROUPS, True),
        ("orders by status", ROWS, False),
        ("orders sorted by status", GROUPS, False),
        ("orders by people I like", GROUPS, False),
        ("names of customers in Rome with more than two orders by status", GROUPS, False),
    ],
)
def test_a_table_or_groups_and_nothing_else(question: str, sql: str, briefly: bool) -> None:
    assert asks_briefly(question, sql, SchemaItems(schema("shop"))) is briefly
