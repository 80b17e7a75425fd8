"""`ask` where notebooks and servers call it: with an event loop running, and from several threads at once."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

import answerable
from answerable import sample
from answerable.settings import Settings

QUESTION = "how many customers are there in each country?"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample.write_sqlite(tmp_path_factory.mktemp("asking") / "shop.db")


def ask(question: str, shop: Path) -> answerable.Answer:
    return answerable.ask(question, shop, settings=Settings(workspace=str(shop.parent / "workspace")))


def test_a_running_event_loop_does_not_mind(shop: Path) -> None:
    async def cell() -> answerable.Answer:
        return ask(QUESTION, shop)

    shown = asyncio.run(cell())._repr_mimebundle_()
    assert "<td>" in shown["text/html"]
    assert shown["text/plain"]


def test_a_loop_may_hand_it_to_a_thread(shop: Path) -> None:
    async def cell() -> answerable.Answer:
        return await asyncio.to_thread(ask, QUESTION, shop)

    assert asyncio.run(cell()).table.num_rows > 1


def test_threads_may_ask_at_once(shop: Path) -> None:
    questions = ("how many orders are there?", "how many products are there?", "how many customers are there?")
    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(partial(ask, shop=shop), questions))
    assert [answer.table.to_pylist()[0].popitem()[1] for answer in answers] == [9400, 120, 900]
