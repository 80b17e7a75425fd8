"""What is asked back where no reading is sure enough."""

from __future__ import annotations

import pytest

from answerable.clarification import Clarification
from answerable.language import Candidate, Translation
from answerable.language.asking import what_to_ask
from tests.language.databases import schema

SHOP = schema("shop")
CANDIDATES = tuple(
    Candidate(f"SELECT {name} FROM customers", 0.3 - place / 20)
    for place, name in enumerate(("name", "country", "city", "segment", "id"))
)


def test_the_likeliest_readings_are_told_in_plain_words() -> None:
    asked = what_to_ask(Translation(CANDIDATES, "embedded"), SHOP)
    assert [reading.sql for reading in asked.readings] == [one.sql for one in CANDIDATES[:4]]
    assert all("SELECT" not in reading.text for reading in asked.readings)
    assert asked.question.endswith("Which one is it?")


def test_words_that_mean_nothing_here_are_named() -> None:
    asked = what_to_ask(Translation(CANDIDATES, "embedded", not_understood=("smell", "nice")), SHOP)
    assert "'smell', 'nice'" in asked.question


def test_what_the_translator_would_ask_comes_first() -> None:
    own = Clarification("This or that?", ())
    assert what_to_ask(Translation(CANDIDATES, "embedded", own), SHOP) is own


@pytest.mark.parametrize(
    ("lang", "word"), [("en", "table or a column"), ("ko", "표나 열"), ("xx", "table or a column")]
)
def test_where_nothing_was_understood_it_says_what_to_do(lang: str, word: str) -> None:
    asked = what_to_ask(Translation((), "embedded"), SHOP, lang)
    assert word in asked.question
    assert asked.readings == ()


def test_words_that_meant_nothing_are_said_beside_what_is_to_be_chosen() -> None:
    own = Clarification("What does “paid” stand for?", ())
    strange = Translation(CANDIDATES, "embedded", own, not_understood=("paid", "gladly"))
    assert what_to_ask(strange, SHOP).question == f"{own.question} I could not make sense of 'gladly'."
