"""Words that say something and that a reading leaves out are told to the trees."""

from __future__ import annotations

import pytest

from answerable.language.question.tokens import normalise
from answerable.language.reranking.left_out_words import left_out_words
from answerable.language.reranking.reranking_features import content_tokens
from answerable.language.reranking.source_uses import SourceUses
from answerable.language.reranking.sql_shape import sql_shape
from answerable.semantics import build_semantics
from tests.language.databases import schema

USES = SourceUses(build_semantics(schema("shop")))


def left(question: str, sql: str) -> dict[str, float]:
    tokens = normalise(question)
    content = [tokens[at] for at in content_tokens(tokens)]
    return left_out_words(tokens, content, sql, sql_shape(sql, "sqlite"), USES)


@pytest.mark.parametrize(
    ("feature", "question", "leaves_out", "does_not"),
    [
        (
            "money_left",
            "revenue by city",
            "SELECT city, COUNT(*) FROM customers GROUP BY city",
            "SELECT c.city, SUM(l.quantity * l.unit_price_cents) FROM customers c, order_lines l GROUP BY c.city",
        ),
        (
            "much_counted",
            "how much came in",
            "SELECT COUNT(*) FROM orders",
            "SELECT SUM(unit_price_cents) FROM order_lines",
        ),
        (
            "names_left",
            "how many customers in Oslo",
            "SELECT COUNT(*) FROM customers",
            "SELECT COUNT(*) FROM customers WHERE city = 'Oslo'",
        ),
        ("known_left", "employees who left", "SELECT name FROM customers", "SELECT name FROM employees WHERE left_on"),
        ("letters_left", "customers in IT", "SELECT * FROM customers", "SELECT * FROM customers WHERE branch = 'IT'"),
        ("foreign_left", "orders in 2025 환불", "SELECT * FROM orders", "SELECT * FROM orders WHERE state = '환불'"),
    ],
)
def test_what_is_left_out_is_counted(feature: str, question: str, leaves_out: str, does_not: str) -> None:
    assert left(question, leaves_out)[feature] > left(question, does_not)[feature]


def test_a_capital_at_the_beginning_is_no_name() -> None:
    assert left("Customers", "SELECT 1")["names_left"] == 0


def test_a_question_in_capitals_names_nobody() -> None:
    assert left("ALL CUSTOMERS IN OSLO", "SELECT 1")["letters_left"] == 0
