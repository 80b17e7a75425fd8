"""What is asked back, with which readings, and what is left alone."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

import pytest
import sqlglot

from answerable.kernel.schema import DatabaseSchema
from answerable.language import Context
from answerable.language.ambiguity.ambiguity_finder import AmbiguityFinder
from answerable.language.rules.pipeline import Pipeline
from answerable.language.translation import CodedClarification
from tests.language import databases
from tests.language.ambiguity.library import case_table, rows, schema

CONTEXT = Context(date(2026, 11, 15))
AMBIGUOUS = case_table("ambiguous")["case"]
SQL_WORDS = ("select", " where ", "join", "group by", "_")


def find_ambiguity(question: str, schema: DatabaseSchema, context: Context) -> CodedClarification | None:
    """By rule alone: what is put in plainer words is read without the network."""
    pipeline = Pipeline(schema)

    def translate(plain: str) -> str | None:
        best = pipeline.translate(plain, context).best
        return best.sql if best else None

    return AmbiguityFinder(schema).find(question, context, translate)


@pytest.mark.parametrize("case", AMBIGUOUS, ids=lambda case: case["question"])
def test_readings_give_the_rows_they_stand_for(case: dict[str, Any]) -> None:
    asked = find_ambiguity(case["question"], schema(), CONTEXT)
    assert asked is not None
    assert [rows(reading.sql) for reading in asked.readings] == [rows(sql) for sql in case["readings"]]


@pytest.mark.parametrize("question", case_table("plain")["questions"])
def test_questions_of_one_reading_are_left_alone(question: str) -> None:
    assert find_ambiguity(question, schema(), CONTEXT) is None


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("case", AMBIGUOUS, ids=lambda case: case["question"])
def test_readings_are_told_apart_in_plain_words(case: dict[str, Any], lang: str) -> None:
    asked = find_ambiguity(case["question"], schema(), CONTEXT)
    assert asked is not None
    texts = [reading.text.render(lang) for reading in asked.readings]
    assert len(set(texts)) == len(texts) and 2 <= len(texts) <= 4
    assert not [word for text in texts for word in SQL_WORDS if word in text.casefold()]


@pytest.mark.parametrize("dialect", ["duckdb", "postgres", "mysql", "spark"])
@pytest.mark.parametrize("case", AMBIGUOUS, ids=lambda case: case["question"])
def test_sql_is_of_the_schemas_dialect(case: dict[str, Any], dialect: str) -> None:
    asked = find_ambiguity(case["question"], schema(dialect), CONTEXT)
    assert asked is not None
    for reading in asked.readings:
        assert sqlglot.parse_one(reading.sql, dialect=dialect).sql(dialect=dialect) == reading.sql


def test_words_of_the_question_stay_data() -> None:
    asked = find_ambiguity('List atlases and grammars with title "x\'; DROP TABLE film; --"', schema(), CONTEXT)
    assert asked is None


def test_everyday_questions_are_hardly_ever_asked_back() -> None:
    cases = [*databases.cases(), *databases.business_cases()]
    asked = [case.question for case in cases if _is_asked_back(case)]
    assert len(asked) <= 0.02 * len(cases), asked


def _is_asked_back(case: databases.Case) -> bool:
    finder, pipeline = _prepared(case.database)

    def translate(plain: str) -> str | None:
        best = pipeline.translate(plain, case.context).best
        return best.sql if best else None

    return finder.find(case.question, case.context, translate) is not None


@cache
def _prepared(database: str) -> tuple[AmbiguityFinder, Pipeline]:
    return AmbiguityFinder(databases.schema(database)), Pipeline(databases.schema(database))
