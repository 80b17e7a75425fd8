"""Readings that contradict the question, and what a reading leaves undone."""

from __future__ import annotations

import pytest

from answerable.language.reranking.column_uses import ColumnKinds
from answerable.language.reranking.sql_shape import sql_shape
from answerable.language.reranking.unmet_demands import contradicts_question, unmet_demands
from answerable.semantics import build_semantics
from tests.language.databases import schema

KINDS = ColumnKinds(schema("shop"), build_semantics(schema("shop")))


@pytest.mark.parametrize(
    ("question", "sql"),
    [
        ("who are our best customers", "SELECT name FROM customers ORDER BY name LIMIT 1"),
        ("who are our best customers", "SELECT name FROM customers ORDER BY signed_up_on DESC LIMIT 5"),
        (
            "which category has the most products",
            "SELECT category FROM products GROUP BY category ORDER BY COUNT(*) LIMIT 1",
        ),
        (
            "the channel with the fewest orders",
            "SELECT channel, COUNT(*) AS n FROM orders GROUP BY channel ORDER BY n DESC LIMIT 1",
        ),
        ("customers without orders", "SELECT customer_id FROM orders EXCEPT SELECT customer_id FROM orders"),
    ],
)
def test_what_nobody_means_contradicts_the_question(question: str, sql: str) -> None:
    assert contradicts_question(question, sql, "sqlite", KINDS)


@pytest.mark.parametrize(
    ("question", "sql"),
    [
        ("most expensive product", "SELECT name FROM products ORDER BY price_cents DESC LIMIT 1"),
        ("cheapest product", "SELECT name FROM products ORDER BY price_cents LIMIT 1"),
        ("first customer by name", "SELECT name FROM customers ORDER BY name LIMIT 1"),
        ("customers in alphabetical order", "SELECT name FROM customers ORDER BY name"),
        ("oldest customer", "SELECT name FROM customers ORDER BY signed_up_on LIMIT 1"),
        ("the most and the fewest orders", "SELECT channel FROM orders GROUP BY channel ORDER BY COUNT(*)"),
        ("most orders", "no SQL ((("),
    ],
)
def test_what_may_be_meant_does_not_contradict(question: str, sql: str) -> None:
    assert not contradicts_question(question, sql, "sqlite", KINDS)


@pytest.mark.parametrize(
    ("question", "sql", "unmet"),
    [
        ("which products have never been sold", "SELECT name FROM products", "unmet_negation"),
        ("how many orders are there", "SELECT id FROM orders", "unmet_count"),
        ("orders in 2025", "SELECT id FROM orders", "unmet_years"),
        ("top 5 products", "SELECT name FROM products ORDER BY price_cents DESC", "unmet_numbers"),
        ("orders by channel", "SELECT COUNT(*) FROM orders", "unmet_by"),
        ("biggest order", "SELECT id FROM orders", "unmet_superlative"),
        ("share of app orders", "SELECT COUNT(*) FROM orders", "unmet_share"),
        ("best customers", "SELECT name FROM customers ORDER BY name LIMIT 3", "odd_order_by_text"),
        ("orders", "SELECT SUM(customer_id) FROM orders", "odd_total_of_no_measure"),
    ],
)
def test_what_is_left_undone_is_a_feature(question: str, sql: str, unmet: str) -> None:
    assert unmet_demands(question, sql, "sqlite", KINDS)[unmet]


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        (
            "SELECT COUNT(*) AS n FROM orders WHERE channel = 'app' AND order_date >= '2024-01-01' AND id < 9",
            'SELECT COUNT(*) AS orders FROM "orders" WHERE orders."channel" = \'app\''
            ' AND (orders."order_date" >= \'2024-01-01\' AND orders."id" < 9)',
            True,
        ),
        (
            "SELECT id FROM orders WHERE (channel = 'app' OR id = 1) AND id < 9",
            "SELECT id FROM orders WHERE channel = 'app' OR (id = 1 AND id < 9)",
            False,
        ),
        ("SELECT id FROM orders WHERE id < 9", "SELECT id FROM orders WHERE id > 9", False),
    ],
)
def test_queries_of_one_plain_text_say_the_same(one: str, other: str, is_same: bool) -> None:
    assert (sql_shape(one, "sqlite").plain == sql_shape(other, "sqlite").plain) is is_same
