"""The readings of both ways in one pool, and what is chosen from it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from answerable.kernel.messages import msg
from answerable.language.business.business_reader import BusinessReader
from answerable.language.question.dates.date_spans import Calendar
from answerable.language.question.tokens import normalise
from answerable.language.reranking import Reranked, join_readings
from answerable.language.reranking.best_translation import choose_reading
from answerable.language.reranking.decline_question import is_declined, what_data_lacks
from answerable.language.reranking.reranking_features import content_tokens, features_of_pool
from answerable.language.reranking.word_likeness import SourceWords
from answerable.language.sample_runs import SampleRuns
from answerable.language.translation import Candidate, Translation
from answerable.semantics import build_semantics
from tests.language.databases import schema

SHOP = schema("shop")
MODEL = build_semantics(SHOP)
RUNS = SampleRuns(SHOP)
READER = BusinessReader(SHOP, MODEL, Calendar(date(2026, 6, 30)), RUNS)
QUESTION = "who are our best customers"
COUNT = "SELECT COUNT(*) FROM orders"
SAME_COUNT = "SELECT COUNT(id) FROM orders"
RANKED = Translation((Candidate(COUNT, 0.4), Candidate(SAME_COUNT, 0.2)), "embedded", not_understood=("best",))


def test_every_text_is_in_the_pool_once() -> None:
    business = READER.read(QUESTION)
    both = replace(RANKED, candidates=(Candidate(business[1].sql, 0.6), *RANKED.candidates))
    pool = join_readings(QUESTION, both, business)
    assert len({entry.sql for entry in pool.entries}) == len(pool.entries) == len(business) + 2
    shared = next(entry for entry in pool.entries if entry.sql == business[1].sql)
    assert (shared.business_place, shared.ranked_place, shared.ranked_confidence) == (1, 0, 0.6)


def test_there_is_a_row_of_features_for_each_reading_and_one_for_none() -> None:
    pool = join_readings(QUESTION, RANKED, READER.read(QUESTION))
    *rows, none = features_of_pool(pool, SHOP.dialect, RUNS, SourceWords(SHOP, MODEL))
    assert len(rows) == len(pool.entries)
    assert none["none"] == 1.0
    assert all("none" not in row for row in rows)
    assert rows[-1]["result"] == rows[-2]["result"], "both count the orders"


def test_readings_that_give_the_same_are_offered_once() -> None:
    pool = join_readings(QUESTION, RANKED, ())
    chosen = choose_reading(pool, Reranked(pool.entries, (0.6, 0.3), 0.55, 1.0), RUNS, MODEL)
    assert [candidate.sql for candidate in chosen.candidates] == [COUNT]
    assert chosen.candidates[0].confidence == 0.55


def test_what_rules_and_network_say_of_their_own_reading_is_kept() -> None:
    noted = replace(RANKED, assumptions=(msg("clarification.unsure"),))
    pool = join_readings(QUESTION, noted, ())
    chosen = choose_reading(pool, Reranked(pool.entries, (0.6, 0.3), 0.55, 1.0), RUNS, MODEL)
    assert chosen.assumptions == noted.assumptions
    assert chosen.not_understood == ("best",)


def test_words_that_a_business_reading_left_out_are_said() -> None:
    question = "how many orders did the xqzzy make"
    business = READER.read(question)
    pool = join_readings(question, Translation((), "embedded"), business)
    shares = tuple(1 / len(pool.entries) for _ in pool.entries)
    assert choose_reading(pool, Reranked(pool.entries, shares, 0.5, 1.0), RUNS, MODEL).not_understood == ("xqzzy",)


def test_declining_names_what_is_missing_and_what_there_is() -> None:
    said = what_data_lacks(replace(RANKED, not_understood=("diesel",)), MODEL).render("en")
    assert "diesel" in said
    assert "customers" in said
    assert "orders" in said


def test_only_what_is_unlikely_to_be_there_and_was_hardly_understood_is_declined() -> None:
    assert is_declined(Reranked((), (), confidence=0.1, answerable=0.8))
    assert not is_declined(Reranked((), (), confidence=0.6, answerable=0.8))
    assert not is_declined(Reranked((), (), confidence=0.1, answerable=0.999))


def test_what_is_quoted_is_not_dropped() -> None:
    named = Candidate("SELECT COUNT(*) FROM customers WHERE name = 'O''Hara'", 0.1)
    ranked = replace(RANKED, candidates=(*RANKED.candidates, named))
    pool = join_readings('how many customers are called "O\'Hara"', ranked, ())
    assert [entry.sql for entry in pool.entries] == [named.sql]


def test_filler_is_no_content() -> None:
    tokens = normalise("can you please tell me how many orders we had in 2025")
    assert [tokens[at].lemma for at in content_tokens(tokens)] == ["order"]
