"""Who asks for rows is not shown one column that nobody named."""

from __future__ import annotations

import pytest

from answerable.language.ranking.row_features import shows_strays
from tests.language.ranking.test_signs import ITEMS, reading


@pytest.mark.parametrize(
    ("question", "text", "strays"),
    [
        ("show orders over 100", "SELECT orders.channel WHERE orders.revenue > '100'", True),
        ("show orders over 100", "SELECT orders.order_date WHERE orders.revenue > '100'", True),
        ("show the channel of orders over 100", "SELECT orders.channel WHERE orders.revenue > '100'", False),
        ("orders over 100 and their channels", "SELECT orders.channel WHERE orders.revenue > '100'", False),
        ("list all customers in Rome", "SELECT customers.name WHERE customers.city = 'Rome'", False),
        ("list all customers in Rome", "SELECT customers.segment WHERE customers.city = 'Rome'", True),
        ("list all customers in Rome", "SELECT count * WHERE customers.city = 'Rome'", False),
        ("list all customers in Rome", "SELECT customers.id WHERE customers.city = 'Rome'", False),
        ("who lives in Rome", "SELECT customers.segment WHERE customers.city = 'Rome'", False),
    ],
)
def test_rows_are_more_than_a_column_nobody_named(question: str, text: str, strays: bool) -> None:
    assert shows_strays(question, reading(text).form or (), ITEMS) is strays
