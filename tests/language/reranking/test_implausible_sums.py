"""Sums and averages that nobody asks for."""

from __future__ import annotations

import pytest

from answerable.language.reranking.implausible_sums import ImplausibleSums
from answerable.semantics import build_semantics
from tests.language.databases import schema

SUMS = ImplausibleSums(build_semantics(schema("shop")))


@pytest.mark.parametrize(
    ("question", "sql"),
    [
        ("how many units were sold", "SELECT SUM(unit_price_cents) / 100.0 FROM order_lines"),
        ("how much did we sell", "SELECT SUM(customer_id) FROM orders"),
        ("what is the average customer worth", "SELECT AVG(o.customer_id) FROM orders AS o"),
    ],
)
def test_keys_and_unnamed_prices_are_not_added_up(question: str, sql: str) -> None:
    assert SUMS.has_one(question, sql, "sqlite")


@pytest.mark.parametrize(
    ("question", "sql"),
    [
        ("total unit price", "SELECT SUM(unit_price_cents) / 100.0 FROM order_lines"),
        ("how many units were sold", "SELECT SUM(quantity) FROM order_lines"),
        ("average unit cost", "SELECT AVG(unit_price_cents) FROM order_lines"),
        ("sales", "SELECT SUM(quantity * unit_price_cents) FROM order_lines"),
        ("anything", "no SQL ((("),
    ],
)
def test_what_may_be_added_up_is_left_alone(question: str, sql: str) -> None:
    assert not SUMS.has_one(question, sql, "sqlite")
