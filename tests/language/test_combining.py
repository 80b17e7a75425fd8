"""One translation out of the rules' and the network's readings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from answerable.clarification import Clarification, Reading
from answerable.language import EmbeddedTranslator, Translation
from answerable.language.asking import what_to_ask
from answerable.language.combining import combined
from answerable.language.pipeline import Pipeline
from answerable.language.reader.network import shipped
from answerable.language.reader.reading import Reader
from answerable.language.trial import Trials
from answerable.settings import Settings
from tests.language.databases import TODAY, schema

SHOP = schema("shop")
TRANSLATOR, RULES = EmbeddedTranslator(), Pipeline(SHOP)


def translated(question: str) -> Translation:
    return TRANSLATOR.translate(question, SHOP, TODAY)


@pytest.mark.parametrize("question", ["revenue by month in 2024", "running total of revenue by month"])
def test_what_only_the_rules_can_say_is_theirs(question: str) -> None:
    assert translated(question) == RULES.translate(question, TODAY)


@pytest.mark.parametrize(
    ("question", "word"), [("hello", "hello"), ("tell me a joke", "joke"), ("weather on Mars", "Mars")]
)
def test_where_nothing_was_understood_at_most_a_guess_is_given(question: str, word: str) -> None:
    found = translated(question)
    assert found.best is None or found.best.confidence < 0.25
    assert found.clarification is not None
    assert f"'{word}'" in found.clarification.question
    assert found.clarification.readings == ()


def test_words_the_chosen_reading_leaves_out_are_asked_about() -> None:
    found = translated("how many orders smell nice")
    assert found.best is not None
    assert found.best.confidence < Settings().confidence_threshold
    assert "'smell', 'nice'" in what_to_ask(found, SHOP).question


def test_candidates_come_best_first_each_once() -> None:
    found = translated("names of products that were never ordered")
    sure = [one.confidence for one in found.candidates]
    assert sure == sorted(sure, reverse=True)
    assert len({one.sql for one in found.candidates}) == len(sure) > 1
    assert found.clarification is None


def test_what_the_rules_were_torn_between_counts_only_where_one_of_it_comes_first() -> None:
    question = "names of products that were never ordered"
    rules, reader, trials = RULES.translate(question, TODAY), Reader(SHOP, shipped()), Trials(SHOP)
    first = combined(question, rules, reader, trials).candidates[0].sql
    for sql, asked in ((first, True), ("SELECT city FROM customers", False)):
        torn = Clarification("Which one?", (Reading("this", sql), Reading("that", "SELECT id FROM customers")))
        found = combined(question, replace(rules, clarification=torn), reader, trials)
        assert (found.clarification == torn) is asked


@pytest.mark.parametrize("question", ["top 5 products", "our 10 best products"])
def test_what_is_ranked_by_nobody_knows_what_is_asked_about(question: str) -> None:
    found = translated(question)
    assert found.best is not None
    assert found.best.confidence < Settings().confidence_threshold
    assert 2 <= len(what_to_ask(found, SHOP).readings) <= 4
