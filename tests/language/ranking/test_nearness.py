"""Whether the words beside a value, a superlative or `ordered by` name what the reading puts there."""

from __future__ import annotations

import pytest

from tests.language.ranking.test_signs import signs


@pytest.mark.parametrize(
    ("question", "text", "sign", "value"),
    [
        ("customers ordered by city", "SELECT customers.name ORDER customers.city asc", "after_ordered", 1.0),
        ("customers ordered by city", "SELECT customers.name ORDER customers.country asc", "after_ordered", -1.0),
        ("customers ordered by size", "SELECT customers.name ORDER customers.country asc", "after_ordered", 0.0),
        ("all customers", "SELECT customers.name ORDER customers.country asc", "unasked_ordered", 1.0),
        (
            "the highest quantity",
            "SELECT order_lines.id ORDER order_lines.quantity desc LIMIT '1'",
            "after_most",
            1.0,
        ),
        (
            "city of customers for each country",
            "SELECT customers.city GROUP customers.country",
            "after_each",
            1.0,
        ),
        ("names of the customers of products", "SELECT products.name", "beaten_shown", 1.0),
        ("names of the customers of products", "SELECT customers.name", "beaten_shown", 0.0),
    ],
)
def test_signs(question: str, text: str, sign: str, value: float) -> None:
    assert signs(question, text).get(sign, 0.0) == value


def test_a_value_beside_the_name_of_another_column_speaks_against_its_own() -> None:
    question = "customers of country France in city Rome"
    right = signs(question, "SELECT customers.name WHERE customers.city = 'Rome'")
    wrong = signs(question, "SELECT customers.name WHERE customers.country = 'Rome'")
    assert (right["value_nearer_other"], wrong["value_nearer_other"]) == (0.0, 1.0)
    assert right["value_far"] < wrong["value_far"]
