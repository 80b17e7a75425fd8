"""What verbs, pronouns and small words say, by the rules alone; asked back where they find no place."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import pytest
from benchmarks.business import is_right

from answerable.language.rules.pipeline import Pipeline
from answerable.language.translation import Translation
from tests.language.databases import CASES, TODAY, Case, connection, schema

WORDING: dict[str, Any] = tomllib.loads((CASES / "wording.toml").read_text(encoding="utf-8"))
FEWEST_SCHEMAS = 2


@cache
def pipeline(database: str) -> Pipeline:
    return Pipeline(schema(database))


def translated(database: str, question: str) -> Translation:
    return pipeline(database).translate(question, TODAY)


@pytest.mark.parametrize("case", [Case(**case) for case in WORDING["case"]], ids=lambda case: case.question)
def test_question_gives_the_rows_of_the_gold_sql_unasked(case: Case) -> None:
    translation = translated(case.database, case.question)
    assert translation.best is not None
    assert is_right(case, translation.best.sql), translation.best.sql
    assert translation.clarification is None, translation.best


@pytest.mark.parametrize("case", [Case(**case) for case in WORDING["case"]], ids=lambda case: case.question)
def test_gold_sql_tells_something(case: Case) -> None:
    rows = connection(case.database).execute(case.gold).fetchall()
    assert any(cell not in (None, 0) for row in rows for cell in row)


@pytest.mark.parametrize("asked", WORDING["asked"], ids=lambda asked: asked["question"])
def test_word_without_a_place_is_asked_back(asked: dict[str, str]) -> None:
    translation = translated(asked["database"], asked["question"])
    assert translation.clarification is not None, translation.best


def test_every_kind_is_held_on_more_than_one_schema() -> None:
    kinds = {case["kind"] for case in WORDING["case"]}
    schemas = {kind: {case["database"] for case in WORDING["case"] if case["kind"] == kind} for kind in kinds}
    assert [kind for kind, found in sorted(schemas.items()) if len(found) < FEWEST_SCHEMAS] == []
