"""Where `confirm` is `auto`, a verified query runs without asking; one of unknown cost that nobody verified asks."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from answerable.agent.events import Answered
from answerable.agent.question import Question
from answerable.agent.run import Agent
from tests.agent.shop import Fixed, make_shop, shop_context

OF_UNKNOWN_COST = "SELECT COUNT(*) AS n FROM all_orders"


@pytest.mark.parametrize(
    ("path", "confirm", "runs"),
    [("verified_query", "auto", True), ("embedded", "auto", False), ("verified_query", "always", False)],
)
def test_only_verified_queries_run_unasked(tmp_path: Path, path: str, confirm: str, runs: bool) -> None:
    with sqlite3.connect(make_shop(tmp_path)) as connection:
        connection.execute("CREATE VIEW all_orders AS SELECT * FROM orders")
    connection.close()
    with shop_context(tmp_path, confirm, translator=Fixed(OF_UNKNOWN_COST, path=path)) as context:
        ending = Agent(context).ask(Question("how many orders are there?"))
    assert isinstance(ending, Answered) is runs
