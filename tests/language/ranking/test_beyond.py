from __future__ import annotations

import pytest

from answerable.language.ranking import Pooled, asks_for_a_table, settled_by_rule, settles
from answerable.language.reader.items import SchemaItems
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
    plain, dated = Pooled(PLAIN, None, (), None, 0, by_rule=0.7), Pooled(DATED, None, (), None, 1, by_rule=0.6)
    assert not settled_by_rule([plain, dated])
    assert settled_by_rule([dated])
    assert not settled_by_rule([])


@pytest.mark.parametrize(
    ("question", "alone"),
    [
        ("show all customers", True),
        ("What are the order lines?", True),
        ("show the names of customers", False),
        ("customers and orders", False),
        ("show everything", False),
    ],
)
def test_a_table_and_nothing_else(question: str, alone: bool) -> None:
    assert asks_for_a_table(question, SchemaItems(schema("shop"))) is alone
