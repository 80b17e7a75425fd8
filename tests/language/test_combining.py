"""One translation out of the rules' and the network's readings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from answerable.kernel.messages import verbatim
from answerable.kernel.settings import Settings
from answerable.language import EmbeddedTranslator, Translation
from answerable.language.ask_back import what_to_ask
from answerable.language.neural.network import shipped_network
from answerable.language.neural.neural_parser import NeuralParser
from answerable.language.ranking.combine import combine_readings
from answerable.language.rules.pipeline import Pipeline
from answerable.language.sample_runs import SampleRuns
from answerable.language.translation import CodedClarification, CodedReading
from tests.language.databases import TODAY, schema

SHOP = schema("shop")
TRANSLATOR, RULES = EmbeddedTranslator(), Pipeline(SHOP)


def _two_readings(sql: str) -> CodedClarification:
    readings = CodedReading(verbatim("this"), sql), CodedReading(verbatim("that"), "SELECT id FROM customers")
    return CodedClarification(verbatim("Which one?"), readings)


def translated(question: str) -> Translation:
    return TRANSLATOR.translate(question, SHOP, TODAY)


@pytest.mark.parametrize("question", ["revenue by month in 2024", "running total of revenue by month"])
def test_what_only_the_rules_can_say_is_theirs(question: str) -> None:
    found, by_rule = translated(question).best, RULES.translate(question, TODAY).best
    assert found is not None and by_rule is not None
    assert found.sql == by_rule.sql


@pytest.mark.parametrize(
    ("question", "word"), [("hello", "hello"), ("tell me a joke", "joke"), ("weather on Mars", "Mars")]
)
def test_where_nothing_was_understood_at_most_a_guess_is_given(question: str, word: str) -> None:
    found = translated(question)
    assert found.best is None or found.best.confidence < 0.25
    assert found.clarification is not None
    assert f"'{word}'" in str(found.clarification.question)
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
    rules, reader, trials = RULES.translate(question, TODAY), NeuralParser(SHOP, shipped_network()), SampleRuns(SHOP)
    first = combine_readings(question, rules, reader, trials).candidates[0].sql
    for sql, asked in ((first, True), ("SELECT city FROM customers", False)):
        torn = _two_readings(sql)
        found = combine_readings(question, replace(rules, clarification=torn), reader, trials)
        assert (found.clarification == torn) is asked


@pytest.mark.parametrize("question", ["top 5 products", "our 10 best products"])
def test_where_nobody_says_what_is_ranked_by_the_choice_is_said_or_asked_about(question: str) -> None:
    found = translated(question)
    assert found.best is not None
    is_sure = found.best.confidence >= Settings().confidence_threshold
    assert 2 <= len(what_to_ask(found, SHOP).readings) <= 3 or (is_sure and found.assumptions)
