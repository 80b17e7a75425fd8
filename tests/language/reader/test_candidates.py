"""Values a question may compare with."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from answerable.language.neural.value_candidates import find_candidates
from answerable.language.neural.value_index import ValueIndex

CASES = tomllib.loads((Path(__file__).parent / "cases" / "candidates.toml").read_text(encoding="utf-8"))["case"]


def shops() -> DatabaseSchema:
    state = Column("state", "TEXT", Kind.TEXT, common_values=("Arizona", "New York", "France"))
    sex = Column("manager_sex", "TEXT", Kind.TEXT, common_values=("F", "M"))
    return DatabaseSchema("sqlite", (Table("shop", (Column("id", "INTEGER", Kind.INTEGER), state, sex)),))


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["question"]))
def test_what_a_question_names_is_found(case: dict[str, Any]) -> None:
    found = [f"{one.text}/{one.kind}" for one in find_candidates(case["question"], ValueIndex(shops()))]
    assert [one for one in found if one in case["wanted"]] == case["wanted"]


def test_cell_knows_its_columns() -> None:
    found = {one.text: one.columns for one in find_candidates("female managers in France", ValueIndex(shops()))}
    assert found["France"] == (1,)
    assert found["F"] == (2,)


def test_there_is_always_a_one_and_never_too_many() -> None:
    question = " ".join(f'"{one}{other}"' for one in "abcdefgh" for other in "abcdefgh")
    found = find_candidates(question, ValueIndex(shops()))
    assert found[-1].text == "1"
    assert len(found) == 24


def test_a_number_within_quotes_is_no_value_of_its_own() -> None:
    found = [
        (one.text, one.kind) for one in find_candidates('shops named "Studio 54" with 54 rooms', ValueIndex(shops()))
    ]
    assert found.count(("54", "number")) == 1
    assert ("54", "number") not in [
        (one.text, one.kind) for one in find_candidates('shops named "Studio 54"', ValueIndex(shops()))
    ]
