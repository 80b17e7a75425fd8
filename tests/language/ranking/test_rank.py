"""Readings of both ways in one order, with one probability."""

from __future__ import annotations

import pytest

from answerable.kernel.schema import DatabaseSchema
from answerable.language.neural.network import shipped_network
from answerable.language.neural.neural_parser import NeuralParser
from answerable.language.ranking import pool_readings, rank
from answerable.language.rules.pipeline import Pipeline
from answerable.language.sample_runs import SampleRuns
from tests.language.databases import TODAY, schema

SHOP = schema("shop")
RULES, READER = Pipeline(SHOP), NeuralParser(SHOP, shipped_network())


@pytest.mark.parametrize("question", ["how many customers are there", "names of products", "average price by category"])
def test_probabilities_are_shared_and_ordered(question: str) -> None:
    said = RULES.translate(question, TODAY)
    pool = pool_readings(said, READER.read(question), READER, question)
    ranked = rank(question, pool, READER.items, len(said.not_understood), SampleRuns(SHOP))
    sure = [one.probability for one in ranked]
    assert sure == sorted(sure, reverse=True)
    assert 0 < sum(sure) <= 1
    assert len({one.reading.sql for one in ranked}) == len(pool)


def test_a_reading_of_both_ways_is_one_in_the_rules_words() -> None:
    question = "how many customers are there"
    pool = pool_readings(RULES.translate(question, TODAY), READER.read(question), READER, question)
    both = [one for one in pool if one.by_rule and one.log_probability is not None]
    assert [one.sql for one in both] == ["SELECT COUNT(*) AS customer_count FROM customers"]


def test_the_same_question_is_read_the_same_way_again() -> None:
    fresh = NeuralParser(SHOP, shipped_network())
    questions = ("which country has the most customers", "names of products that were never ordered")
    assert [READER.read(q) for q in questions] == [fresh.read(q) for q in reversed(questions)][::-1]


def test_readings_that_cannot_be_tried_are_weighed_without_results() -> None:
    question = "names of products that were never ordered"
    said = RULES.translate(question, TODAY)
    pool = pool_readings(said, READER.read(question), READER, question)
    nothing = SampleRuns(DatabaseSchema("sqlite", ()))
    tried, untried = (rank(question, pool, READER.items, 0, trials) for trials in (SampleRuns(SHOP), nothing))
    assert {one.reading.sql for one in tried} == {one.reading.sql for one in untried}
    assert [one.probability for one in tried] != [one.probability for one in untried]
