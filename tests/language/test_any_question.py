"""Whatever is asked: no crash, and SQL that parses to one query."""

from __future__ import annotations

import pytest
import sqlglot
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlglot import exp

from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from answerable.language import EmbeddedTranslator
from tests.language.databases import TODAY, cases, connection, schema

TRANSLATOR = EmbeddedTranslator()
_WORDS = sorted({word for case in cases() for word in case.question.split()} | {"'", '"', "not", "2024-02-30", ";--"})


def _holds(question: str, database: str) -> None:
    translation = TRANSLATOR.translate(question, schema(database), TODAY)
    assert translation.candidates or translation.clarification
    for candidate in translation.candidates:
        assert 0 <= candidate.confidence <= 1
        assert isinstance(sqlglot.parse_one(candidate.sql, dialect="sqlite"), exp.Query)
        connection(database).execute(candidate.sql).fetchmany(1)


@settings(max_examples=150, deadline=None)
@given(st.text(min_size=2, max_size=1000))
def test_any_text_is_survived(question: str) -> None:
    _holds(question, "shop")


@settings(max_examples=400, deadline=None)
@given(
    st.lists(st.sampled_from(_WORDS), min_size=2, max_size=14), st.sampled_from(["shop", "hospital", "music_school"])
)
def test_any_shuffle_of_known_words_gives_sql_that_runs(words: list[str], database: str) -> None:
    _holds(" ".join(words), database)


@pytest.mark.slow
def test_longest_question_is_survived() -> None:
    _holds("revenue by country and " * 43, "shop")
    _holds("a" * 1000, "shop")
    _holds("1" * 1000, "shop")


def test_a_thousand_tables_are_no_trouble() -> None:
    columns = (Column("id", "INTEGER", Kind.INTEGER), Column("amount", "REAL", Kind.FLOAT))
    many = tuple(Table(f"ledger_{number}", columns) for number in range(1000))
    wide = DatabaseSchema("sqlite", (*schema("shop").tables, *many))
    best = TRANSLATOR.translate("total revenue by month in 2024", wide, TODAY).best
    assert best is not None
    assert 'FROM "orders"' in best.sql
