from __future__ import annotations

import pytest
import sqlglot
from sqlglot import exp

from answerable.language.neural.in_subqueries import as_membership


def told(sql: str) -> tuple[str, str] | None:
    node = sqlglot.parse_one(sql).find(exp.Exists)
    assert node is not None
    found = as_membership(node)
    return None if found is None else (found[0].sql(), found[1].sql())


@pytest.mark.parametrize(
    ("condition", "outer", "inner"),
    [
        ("orders.buyer = people.id", "people.id", "SELECT orders.buyer FROM orders"),
        ("people.id = orders.buyer", "people.id", "SELECT orders.buyer FROM orders"),
        (
            "people.id = orders.buyer AND orders.paid = 1",
            "people.id",
            "SELECT orders.buyer FROM orders WHERE orders.paid = 1",
        ),
    ],
)
def test_existence_is_membership(condition: str, outer: str, inner: str) -> None:
    assert told(f"SELECT name FROM people WHERE EXISTS(SELECT 1 FROM orders WHERE {condition})") == (outer, inner)


@pytest.mark.parametrize(
    "condition",
    ["orders.paid = 1", "orders.buyer > people.id", "orders.buyer = people.id AND orders.town = people.town"],
)
def test_what_no_single_equality_joins_is_not(condition: str) -> None:
    assert told(f"SELECT name FROM people WHERE EXISTS(SELECT 1 FROM orders WHERE {condition})") is None


def test_existence_without_a_condition_is_not() -> None:
    assert told("SELECT name FROM people WHERE EXISTS(SELECT 1 FROM orders)") is None
