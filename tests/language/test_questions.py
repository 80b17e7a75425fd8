"""Questions on three schemas: the translator's SQL and a person's give the same rows on a real database."""

from __future__ import annotations

from typing import Any

import pytest
from benchmarks.business import is_right

from answerable.language import EmbeddedTranslator
from tests.language.databases import TODAY, Case, cases, schema

TRANSLATOR = EmbeddedTranslator()


MISSED = ("list the distinct specialties",)
"""Of doctors who had appointments: a join that nobody asked for comes first."""


def questions() -> list[Any]:
    missed = pytest.mark.xfail(strict=True, reason="a join that nobody asked for")
    return [pytest.param(case, marks=[missed] if case.question in MISSED else []) for case in cases()]


@pytest.mark.parametrize("case", questions(), ids=lambda case: f"{case.database}: {case.question}")
def test_question_gives_the_rows_of_the_gold_sql(case: Case) -> None:
    translation = TRANSLATOR.translate(case.question, schema(case.database), TODAY)
    assert translation.best is not None, translation.clarification
    assert is_right(case, translation.best.sql), translation.best.sql


LEFT_OPEN = ("how many units were sold in 2024", "share of revenue by category", "which pupil has the most lessons")
"""With or without cancelled orders, with the figure or without it: both readings are offered."""


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
