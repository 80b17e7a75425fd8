"""A result says which of its columns can hold no NULL."""

from __future__ import annotations

from pathlib import Path

import pytest

from answerable.agent.question import Question
from answerable.agent.run import Agent, answer_of
from answerable.answers import to_dict
from tests.agent.shop import Fixed, make_shop, shop_context

NEVER, MAYBE = False, True


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shop")
    make_shop(folder)
    return folder


@pytest.mark.parametrize(
    ("sql", "nullable"),
    [
        ("SELECT id, status FROM orders", [NEVER, MAYBE]),
        ("SELECT COUNT(*) AS n, SUM(amount) AS total FROM orders", [NEVER, MAYBE]),
        ("SELECT status, COUNT(*) AS n FROM orders GROUP BY status", [MAYBE, NEVER]),
        ("SELECT o.id, c.id AS c FROM orders o JOIN customers c ON c.id = o.customer_id", [NEVER, NEVER]),
        ("SELECT o.id, c.id AS c FROM orders o LEFT JOIN customers c ON c.id = o.customer_id", [NEVER, MAYBE]),
        ("SELECT COALESCE(status, 'none') AS s FROM orders", [NEVER]),
        ("SELECT * FROM orders", [MAYBE] * 5),
        ("SELECT id FROM orders UNION SELECT id FROM customers", [MAYBE]),
    ],
)
def test_a_result_says_which_columns_may_be_null(folder: Path, sql: str, nullable: list[bool]) -> None:
    with shop_context(folder, translator=Fixed(sql)) as context:
        columns = to_dict(answer_of(Agent(context).ask(Question("anything"))))["columns"]
    assert [column["is_nullable"] for column in columns] == nullable
