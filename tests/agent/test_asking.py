"""`ask` where notebooks and servers call it: with an event loop running, and from several threads at once."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import duckdb
import pytest

import answerable
from answerable import sample
from answerable.kernel.settings import Settings

QUESTION = "how many customers are there in each country?"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample.write_sqlite(tmp_path_factory.mktemp("asking") / "shop.db")


def ask(question: str, shop: Path) -> answerable.Answer:
    return answerable.ask(question, shop, settings=Settings(workspace=str(shop.parent / "workspace")))


@pytest.mark.needs_network_weights
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
    questions = ("how many orders are there?", "how many products are there?", "how many returns are there?")
    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(partial(ask, shop=shop), questions))
    assert [answer.table.to_pylist()[0].popitem()[1] for answer in answers] == [9400, 120, 1184]


def workers_of(process: int) -> set[str]:
    return set(Path(f"/proc/{process}/task/{process}/children").read_text().split())


def test_the_next_question_finds_the_source_open(shop: Path) -> None:
    ask(QUESTION, shop)
    before = workers_of(os.getpid())
    ask(QUESTION, shop)
    assert workers_of(os.getpid()) <= before  # those that other tests left may go meanwhile


def test_a_file_that_others_could_not_write_to_is_let_go(tmp_path: Path) -> None:
    file = tmp_path / "shop.duckdb"
    with duckdb.connect(str(file)) as connection:
        connection.execute("CREATE TABLE orders AS SELECT 1 AS id")
    assert ask("how many orders are there?", file).table.to_pylist()[0].popitem()[1] == 1
    with duckdb.connect(str(file)) as connection:
        connection.execute("INSERT INTO orders VALUES (2)")
    assert ask("how many orders are there?", file).table.to_pylist()[0].popitem()[1] == 2


def test_what_was_worked_out_for_a_schema_is_kept_for_the_next_process(shop: Path, tmp_path: Path) -> None:
    ask = [str(Path(sys.executable).with_name("answerable")), "ask", QUESTION, "--source", str(shop), "--json"]
    ask += ["--workspace", str(tmp_path / "w")]
    answers = [subprocess.run(ask, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert {path.parent.name for path in (tmp_path / "w" / "cache").rglob("*.*")} >= {"models", "names", "schemas"}
    first, second = (json.loads(answer) for answer in answers)
    assert (first["sql"], first["confidence"]) == (second["sql"], second["confidence"])


def test_nothing_is_left_running_when_the_process_ends(shop: Path) -> None:
    program = (
        "import os, sys; from pathlib import Path; import answerable; from answerable.kernel.settings import Settings\n"
        "answerable.ask(sys.argv[1], sys.argv[2], settings=Settings(workspace=sys.argv[3]))\n"
        "print(Path(f'/proc/{os.getpid()}/task/{os.getpid()}/children').read_text())"
    )
    command = [sys.executable, "-c", program, QUESTION, str(shop), str(shop.parent / "workspace")]
    workers = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert workers
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
