"""Which questions ask to change data: orders do, questions about changes do not."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from answerable.language.question.tokens import normalise
from answerable.language.question.write_requests import asks_to_write

CASES: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("data").joinpath("write_requests.toml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("question", CASES["refused"])
def test_an_order_to_change_data_is_recognised(question: str) -> None:
    assert asks_to_write(normalise(question))


@pytest.mark.parametrize("question", CASES["harmless"])
def test_a_question_that_only_sounds_like_one_is_not(question: str) -> None:
    assert not asks_to_write(normalise(question))


def test_quoted_words_ask_for_nothing() -> None:
    assert not asks_to_write(normalise("how many notes say 'delete all orders'"))
