"""People take turns at the translators; a question has so much time and so many words; what comes out is the same."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from pickle import PicklingError

import pytest

from answerable.agent.translators import TranslatorPool, TurnQueue
from answerable.kernel.errors import BadQuestion, CouldNotAnswer
from answerable.kernel.schema import DatabaseSchema
from answerable.kernel.settings import Settings
from answerable.language import Context, EmbeddedTranslator
from answerable.language.question.reading_budget import MOST_WORDS
from answerable.sources import open_source
from tests.agent.shop import make_shop

pytestmark = pytest.mark.needs_network_weights

CONTEXT = Context(date(2026, 6, 1))
QUESTION = "how many customers are there?"


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> DatabaseSchema:
    folder: Path = tmp_path_factory.mktemp("shop")
    make_shop(folder)
    with open_source([str(folder / "shop.db")], Settings(workspace=str(folder / "w"))) as source:
        return source.schema()


@pytest.fixture
def pool() -> Iterator[TranslatorPool]:
    opened = TranslatorPool(1, seconds=60)
    yield opened
    opened.close()


def test_people_take_turns() -> None:
    queue, order = TurnQueue(1, 1), list[str]()
    for person, name in [("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("c", "c1"), ("b", "b2")]:
        queue.join(person, lambda name=name: order.append(name))  # type: ignore[misc]
    for person in ("a", "a", "b", "c", "a", "b"):
        assert len(order) <= 6
        queue.leave(person)
    assert order == ["a1", "a2", "b1", "c1", "a3", "b2"]


def test_one_person_never_has_all_the_places() -> None:
    queue, begun = TurnQueue(3, 2), list[str]()
    for number in range(16):
        queue.join("one", lambda number=number: begun.append(f"one {number}"))  # type: ignore[misc]
    queue.join("neighbour", lambda: begun.append("neighbour"))
    assert begun == ["one 0", "one 1", "neighbour"]


def test_a_process_translates_as_this_one_does(pool: TranslatorPool, schema: DatabaseSchema) -> None:
    for question in (QUESTION, "total revenue by month", "고객은 몇 명입니까?"):
        assert pool.translate("ann", question, schema, CONTEXT) == EmbeddedTranslator().translate(
            question, schema, CONTEXT
        )


def test_a_question_out_of_time_is_stopped_and_the_next_is_read(schema: DatabaseSchema) -> None:
    pool = TranslatorPool(1, seconds=0.0001)
    try:
        with pytest.raises(CouldNotAnswer, match="Reading the question took more than"):
            pool.translate("ann", QUESTION, schema, CONTEXT)
        pool._seconds = 60
        assert pool.translate("ann", QUESTION, schema, CONTEXT).best
    finally:
        pool.close()


def test_a_process_that_was_killed_is_replaced(pool: TranslatorPool, schema: DatabaseSchema) -> None:
    (process,) = pool._all
    pool.translate("ann", QUESTION, schema, CONTEXT)
    os.kill(process.pid, signal.SIGKILL)
    assert pool.translate("ann", QUESTION, schema, CONTEXT).best


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("a " * 500, "has 500 words and signs; at most 250 are read"),
        ("a " * (MOST_WORDS + 1), "has 251 words and signs"),
        ("가나다" * 333, "has too many parts"),
        ("orders over 100 and " * 50, "has too many parts"),
    ],
)
def test_too_much_to_read_is_said(question: str, said: str, schema: DatabaseSchema) -> None:
    with pytest.raises(BadQuestion, match=said) as refused:
        EmbeddedTranslator().translate(question[:1_000], schema, CONTEXT)
    assert refused.value.hint == "Ask for less at a time."


def test_as_much_as_may_be_is_read(pool: TranslatorPool, schema: DatabaseSchema) -> None:
    assert pool.translate("ann", "total " * MOST_WORDS, schema, CONTEXT).path == "embedded"


def test_a_translator_with_little_time_says_so_and_reads_nothing_else(schema: DatabaseSchema) -> None:
    hurried = EmbeddedTranslator(seconds=1e-6)
    for _ in range(2):
        with pytest.raises(CouldNotAnswer, match="Reading the question took more than"):
            hurried.translate(QUESTION, schema, CONTEXT)


def test_time_changes_nothing_that_is_read_within_it(schema: DatabaseSchema) -> None:
    for question in (QUESTION, "total revenue by month", "고객은 몇 명입니까?"):
        timed, free = EmbeddedTranslator(Settings().reading_seconds), EmbeddedTranslator()
        assert timed.translate(question, schema, CONTEXT) == free.translate(question, schema, CONTEXT)


def test_a_schema_that_could_not_be_sent_is_sent_with_the_next_question(
    pool: TranslatorPool, schema: DatabaseSchema
) -> None:
    class Unsendable(str):
        """Of a class that no other process can find."""

        __slots__ = ()

    with pytest.raises((AttributeError, TypeError, PicklingError)):
        pool.translate("ann", Unsendable(QUESTION), schema, CONTEXT)
    assert pool.translate("ann", QUESTION, schema, CONTEXT).best is not None
