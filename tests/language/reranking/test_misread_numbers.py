"""Numbers that a query takes for something they cannot be."""

from __future__ import annotations

import pytest

from answerable.language.reranking.misread_numbers import misreads_numbers


@pytest.mark.parametrize(
    ("question", "sql"),
    [
        ("how many orders in 2025 had a discount", "SELECT COUNT(*) FROM order_lines WHERE discount = 2025"),
        ("growth from 2022 to 2025", "SELECT SUM(discount) FROM lines WHERE price BETWEEN 2022 AND 2025"),
        ("who are our 10 best customers", "SELECT name FROM customers GROUP BY name HAVING COUNT(*) = 10"),
    ],
)
def test_years_and_places_are_no_amounts(question: str, sql: str) -> None:
    assert misreads_numbers(question, sql, "sqlite")


@pytest.mark.parametrize(
    ("question", "sql"),
    [
        ("winners in 2014", "SELECT winner FROM seasons WHERE season_year = 2014"),
        ("orders over 500", "SELECT id FROM orders WHERE amount > 500"),
        ("top 5 customers", "SELECT name FROM customers ORDER BY spent DESC LIMIT 5"),
        ("revenue in 2025", "SELECT SUM(r) FROM orders WHERE CAST(STRFTIME('%Y', day) AS INTEGER) = 2025"),
        ("who are our best customers", "SELECT name FROM customers"),
        ("revenue in 2025", "no SQL at all ((("),
    ],
)
def test_what_a_number_can_mean_is_left_alone(question: str, sql: str) -> None:
    assert not misreads_numbers(question, sql, "sqlite")
