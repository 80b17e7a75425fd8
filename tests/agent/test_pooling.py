"""Sources are lent to one request at a time, in the order of asking, and closed when nobody needs them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from answerable.agent.context.cancellation import Stop
from answerable.agent.context.source_pool import SourcePool
from answerable.agent.question import Question
from answerable.agent.run import Agent, answer_of
from answerable.kernel.errors import BadSource, QueryStopped, SourceUnavailable
from answerable.kernel.settings import Settings
from answerable.sources import Source
from tests.agent.shop import make_shop
from tests.waiting import PATIENCE, wait_until

SETTINGS = Settings(confirm="never")


@pytest.fixture
def pool(tmp_path: Path) -> Iterator[SourcePool]:
    make_shop(tmp_path)
    opened = SourcePool(folder=tmp_path, most_per_spec=1, wait_seconds=PATIENCE)
    yield opened
    opened.close()


def test_a_source_that_came_back_is_lent_again(pool: SourcePool) -> None:
    with pool.lease(["shop.db"], SETTINGS) as first:
        pass
    with pool.lease(["shop.db"], SETTINGS) as second:
        assert second == first


def test_no_source_is_lent_to_two(pool: SourcePool) -> None:
    order: list[str] = []
    waiting = [threading.Event() for _ in range(3)]

    def use(number: int) -> None:
        waiting[number].set()
        with pool.lease(["shop.db"], SETTINGS):
            order.append(f"in {number}")
            order.append(f"out {number}")

    threads = [threading.Thread(target=use, args=(number,)) for number in range(3)]
    with pool.lease(["shop.db"], SETTINGS):
        for number, thread in enumerate(threads):
            thread.start()
            waiting[number].wait()
            _until_in_line(pool, number + 1)
        assert order == []
    for thread in threads:
        thread.join()
    assert order == [f"{what} {number}" for number in range(3) for what in ("in", "out")]


def _until_in_line(pool: SourcePool, count: int) -> None:
    wait_until(lambda: sum(len(shelf.line) for shelf in pool._shelves.values()) == count)


def test_several_sources_keep_the_order_they_were_asked_in(pool: SourcePool, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("n\n1\n")
    with pool.lease(["shop.db", "a.csv"], SETTINGS) as lent:
        assert [source.name for source in lent] == ["a.csv", "shop.db"]


def test_whoever_waits_can_be_cancelled(pool: SourcePool) -> None:
    stop = Stop()
    stop.stop()
    with (
        pool.lease(["shop.db"], SETTINGS),
        pytest.raises(QueryStopped),
        pool.lease(["shop.db"], SETTINGS, stop=stop),
    ):
        raise AssertionError("nothing should be lent")
    with pool.lease(["shop.db"], SETTINGS):
        pass


def test_waiting_ends(tmp_path: Path) -> None:
    make_shop(tmp_path)
    pool = SourcePool(folder=tmp_path, most_per_spec=1, wait_seconds=0.1)
    with (
        pool.lease(["shop.db"], SETTINGS),
        pytest.raises(SourceUnavailable, match=r"shop\.db.*busy"),
        pool.lease(["shop.db"], SETTINGS),
    ):
        raise AssertionError("nothing should be lent")
    pool.close()


def test_a_source_that_cannot_be_opened_takes_no_place(pool: SourcePool, tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(BadSource), pool.lease(["nothing.db"], SETTINGS):
            raise AssertionError("nothing should be lent")


def _is_open(source: Source) -> bool:
    return bool(getattr(source, "worker_pid", None))


def test_idle_sources_are_closed(pool: SourcePool) -> None:
    with pool.lease(["shop.db"], SETTINGS) as (source,):
        assert pool.close_idle() == 0
        assert _is_open(source)
    assert pool.close_idle(older_than=3600) == 0
    assert pool.close_idle() == 1
    assert not _is_open(source)


def test_idle_sources_are_closed_by_themselves(tmp_path: Path) -> None:
    make_shop(tmp_path)
    pool = SourcePool(folder=tmp_path, idle_seconds=0.05)
    with pool.lease(["shop.db"], SETTINGS) as (source,):
        pass
    with pool._changed:
        assert pool._changed.wait_for(lambda: not any(shelf.opened for shelf in pool._shelves.values()), PATIENCE)
    pool.close()
    assert not _is_open(source)


def test_what_is_lent_when_the_pool_closes_is_closed_when_it_comes_back(pool: SourcePool) -> None:
    with pool.lease(["shop.db"], SETTINGS) as (source,):
        pool.close()
        assert _is_open(source)
    assert not _is_open(source)


@pytest.mark.slow
def test_many_threads_ask_at_once(tmp_path: Path) -> None:
    make_shop(tmp_path)
    pool, answers = SourcePool(folder=tmp_path, most_per_spec=2), []

    def ask() -> None:
        with pool.open_context(["shop.db"], SETTINGS) as run_context:
            answers.append(answer_of(Agent(run_context).ask(Question("how many orders are there"))))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    pool.close()
    assert [answer.table.to_pylist() for answer in answers] == [[{"order_count": 4}]] * 4


def test_run_contexts_share_what_was_worked_out_for_a_schema(pool: SourcePool) -> None:
    with pool.open_context(["shop.db"], SETTINGS) as run_context:
        first = run_context.view(run_context.sources[0])
    pool.close_idle()
    with pool.open_context(["shop.db"], SETTINGS) as run_context:
        assert run_context.view(run_context.sources[0]) is first
        assert run_context.view(run_context.sources[0], refresh=True) is not first
