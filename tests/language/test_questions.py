"""Questions on three schemas: the translator's SQL and a person's give the same rows on a real database."""

from __future__ import annotations

import re
from typing import Any

import pytest

from answerable.language import EmbeddedTranslator
from tests.language.databases import TODAY, Case, cases, connection, schema

TRANSLATOR = EmbeddedTranslator()


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.database}: {case.question}")
def test_question_gives_the_rows_of_the_gold_sql(case: Case) -> None:
    translation = TRANSLATOR.translate(case.question, schema(case.database), TODAY)
    assert translation.best is not None, translation.clarification
    ordered = re.search(r"(?i)order by", case.gold) is not None
    sql = translation.best.sql
    assert _rows(case.database, sql, ordered) == _rows(case.database, case.gold, ordered), sql


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.database}: {case.question}")
def test_question_in_the_cases_is_answered_without_asking_back(case: Case) -> None:
    translation = TRANSLATOR.translate(case.question, schema(case.database), TODAY)
    assert translation.best is not None
    assert translation.best.confidence >= 0.5, (translation.best, translation.clarification)
    assert translation.clarification is None


def _rows(database: str, sql: str, ordered: bool) -> list[tuple[Any, ...]]:
    rows = [tuple(_close(cell) for cell in row) for row in connection(database).execute(sql)]
    return rows if ordered else sorted(rows, key=repr)


def _close(cell: Any) -> Any:
    """Floats to ten digits, so that the order of additions does not matter."""
    return float(f"{cell:.10g}") if isinstance(cell, float) else cell
