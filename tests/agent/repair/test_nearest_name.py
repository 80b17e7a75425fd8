"""A wrong name is corrected only where one existing name resembles it, and clearly more than all others do."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from answerable.agent.events import Answered, Event, Failed
from answerable.agent.question import Question
from answerable.agent.run import Agent
from answerable.kernel.errors import Refused
from tests.agent.shop import Fixed, shop_context


def ask_for(wrong: str, names: tuple[str, ...], folder: Path) -> Event:
    """The last event of a question whose SQL sums the column `wrong` of a table with the columns `names`."""
    with sqlite3.connect(folder / "shop.db") as connection:
        connection.execute(f"CREATE TABLE facts ({', '.join(f'{name} INTEGER' for name in names)})")
        connection.execute(f"INSERT INTO facts VALUES ({', '.join(str(10**place) for place in range(len(names)))})")
    connection.close()
    with shop_context(folder, translator=Fixed(f"SELECT SUM({wrong}) AS total FROM facts")) as run_context:
        return Agent(run_context).ask(Question("what is asked"))


@pytest.mark.parametrize(
    ("wrong", "right", "other"),
    [("quaity", "quality", "quantity"), ("shiped_date", "shipped_date", "ship_date")],
    ids=["6.6 points better", "6.3 points better"],
)
def test_the_clearly_better_of_two_names_is_taken(wrong: str, right: str, other: str, tmp_path: Path) -> None:
    last = ask_for(wrong, (other, right), tmp_path)
    assert isinstance(last, Answered), last
    assert last.answer.table.to_pylist() == [{"total": 10}]
    assert f"'facts.{wrong}' is 'facts.{right}'" in last.answer.provenance.caveats[0]


@pytest.mark.parametrize(
    ("wrong", "names"),
    [
        ("order_tate", ("order_state", "order_date")),
        ("ship_ate", ("ship_date", "ship_state")),
        ("amount_c", ("amount_a", "amount_b")),
    ],
    ids=["5.8 points better", "5.8 points better, shorter", "equally good"],
)
def test_two_names_that_resemble_it_alike_are_not_guessed_between(
    wrong: str, names: tuple[str, ...], tmp_path: Path
) -> None:
    last = ask_for(wrong, names, tmp_path)
    assert isinstance(last, Failed), last
    assert isinstance(last.error, Refused)
    assert wrong in str(last.error)


def test_a_name_that_resembles_it_just_enough_is_taken(tmp_path: Path) -> None:
    last = ask_for("shipmant", ("shipments", "id"), tmp_path)
    assert isinstance(last, Answered), last
    assert last.answer.table.to_pylist() == [{"total": 1}]


@pytest.mark.parametrize(("wrong", "name"), [("accoumt_nane", "account_name"), ("regn", "region")])
def test_a_name_that_resembles_it_not_quite_enough_is_not_taken(wrong: str, name: str, tmp_path: Path) -> None:
    last = ask_for(wrong, (name, "id"), tmp_path)
    assert isinstance(last, Failed), last
    assert isinstance(last.error, Refused)
