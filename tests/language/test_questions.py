"""Questions on three schemas: the translator's SQL and a person's give the same rows on a real database."""

from __future__ import annotations

import pytest
from benchmarks.business import is_right

from answerable.language import EmbeddedTranslator
from tests.language.databases import TODAY, Case, cases, schema

TRANSLATOR = EmbeddedTranslator()


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.database}: {case.question}")
def test_question_gives_the_rows_of_the_gold_sql(case: Case) -> None:
    translation = TRANSLATOR.translate(case.question, schema(case.database), TODAY)
    assert translation.best is not None, translation.clarification
    assert is_right(case, translation.best.sql), translation.best.sql


LEFT_OPEN = ("how many units were sold in 2024",)
"""With or without cancelled orders: both readings are offered."""


@pytest.mark.parametrize(
    "case",
    [case for case in cases() if case.question not in LEFT_OPEN],
    ids=lambda case: f"{case.database}: {case.question}",
)
def test_question_in_the_cases_is_answered_without_asking_back(case: Case) -> None:
    translation = TRANSLATOR.translate(case.question, schema(case.database), TODAY)
    assert translation.best is not None
    assert translation.best.confidence >= 0.5, (translation.best, translation.clarification)
    assert translation.clarification is None
