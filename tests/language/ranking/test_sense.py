"""What makes little sense whatever the question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from answerable.language.ranking.plausibility import makes_sense
from tests.language.ranking.test_signs import ITEMS, reading, signs


@pytest.mark.parametrize(
    ("question", "text", "sign", "value"),
    [
        ("total of orders", "SELECT sum orders.id", "sums_keys", 1.0),
        ("total revenue", "SELECT sum orders.revenue", "sums_keys", 0.0),
        ("ids over 3", "SELECT orders.status WHERE orders.id > '3'", "ranges_over_text", 1.0),
        (
            "city Rome and Oslo",
            "SELECT customers.name WHERE customers.city = 'Rome' AND customers.city = 'Oslo'",
            "contradicts",
            1.0,
        ),
        (
            "city Rome or Oslo",
            "SELECT customers.name WHERE customers.city = 'Rome' OR customers.city = 'Oslo'",
            "contradicts",
            0.0,
        ),
        (
            "names and names",
            "SELECT customers.name INTERSECT SELECT customers.name",
            "halves_alike",
            1.0,
        ),
        (
            "customers without orders",
            "SELECT customers.name WHERE customers.id not_in ( SELECT orders.customer_id )",
            "unlike",
            0.0,
        ),
        (
            "customers without orders",
            "SELECT customers.name WHERE customers.id not_in ( SELECT orders.status )",
            "unlike",
            1.0,
        ),
        ("names but", "SELECT customers.id EXCEPT SELECT orders.customer_id", "unlike", 0.0),
        ("names but", "SELECT customers.id EXCEPT SELECT orders.status", "unlike", 1.0),
        ("orders", "SELECT orders.id count * GROUP orders.id", "counts_single_rows", 1.0),
        ("orders", "SELECT customers.id count * FROM @orders GROUP customers.id", "counts_single_rows", 0.0),
    ],
)
def test_signs(question: str, text: str, sign: str, value: float) -> None:
    assert signs(question, text).get(sign, 0.0) == value


@pytest.mark.parametrize(
    ("text", "sensible"),
    [
        ("SELECT avg customers.country", False),
        ("SELECT orders.status ORDER sum orders.channel desc", False),
        ("SELECT avg orders.revenue", True),
        ("SELECT max customers.country", True),
        ("SELECT sum orders.id", True),
    ],
)
def test_words_are_not_added_up(text: str, sensible: bool) -> None:
    assert makes_sense(reading(text).form or (), reading(text).values, ITEMS) is sensible


@pytest.mark.parametrize(("kind", "sensible"), [("number", False), ("quoted", True)])
def test_no_day_is_a_number(kind: str, sensible: bool) -> None:
    one = reading("SELECT orders.revenue WHERE orders.order_date = '2024'")
    values = tuple(replace(value, kind=kind) for value in one.values)
    assert makes_sense(one.form or (), values, ITEMS) is sensible
