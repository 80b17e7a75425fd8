"""What is asked back where no reading is sure enough."""

from __future__ import annotations

from dataclasses import replace

import pytest

from answerable.kernel.messages import msg, verbatim
from answerable.language import Candidate, CodedClarification, Translation
from answerable.language.ask_back import what_to_ask
from tests.language.databases import schema

SHOP = schema("shop")
CANDIDATES = tuple(
    Candidate(f"SELECT {name} FROM customers", 0.3 - place / 20)
    for place, name in enumerate(("name", "country", "city", "segment", "id"))
)


def test_the_likeliest_readings_are_told_in_plain_words() -> None:
    asked = what_to_ask(Translation(CANDIDATES, "embedded"), SHOP)
    assert [reading.sql for reading in asked.readings] == [one.sql for one in CANDIDATES[:3]]
    assert all("SELECT" not in reading.text for reading in asked.readings)
    assert asked.question.endswith("Which one is it?")


def test_words_that_mean_nothing_here_are_named() -> None:
    asked = what_to_ask(Translation(CANDIDATES, "embedded", not_understood=("smell", "nice")), SHOP)
    assert "'smell', 'nice'" in asked.question


def test_what_the_translator_would_ask_comes_first() -> None:
    own = CodedClarification(verbatim("This or that?"))
    assert what_to_ask(Translation(CANDIDATES, "embedded", own), SHOP) == own.render("en")


@pytest.mark.parametrize(
    ("lang", "word"), [("en", "table or a column"), ("ko", "표나 열"), ("xx", "table or a column")]
)
def test_where_nothing_was_understood_it_says_what_to_do(lang: str, word: str) -> None:
    asked = what_to_ask(Translation((), "embedded"), SHOP, lang)
    assert word in asked.question
    assert asked.readings == ()


def test_words_that_meant_nothing_are_said_beside_what_is_to_be_chosen() -> None:
    own = CodedClarification(msg("clarification.vagueness", phrase="paid"))
    strange = Translation(CANDIDATES, "embedded", own, not_understood=("paid", "gladly"))
    assert what_to_ask(strange, SHOP).question == f"{own.question} I could not make sense of 'gladly'."


def test_readings_are_said_as_a_colleague_would_where_words_tell_them_apart() -> None:
    words = msg("described.count", rows="orders")
    first, *others = CANDIDATES
    asked = what_to_ask(Translation((replace(first, words=words), *others), "embedded"), SHOP)
    assert asked.readings[0].text == "number of orders"
    assert asked.readings[1].text.startswith("Shows")
    alike = tuple(replace(one, words=words) for one in CANDIDATES)
    assert len({one.text for one in what_to_ask(Translation(alike, "embedded"), SHOP).readings}) == 3
