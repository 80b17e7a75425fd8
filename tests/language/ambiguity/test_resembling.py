"""Words that name nothing, and the columns they are near to. How near is scripted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from answerable.language.ambiguity.ambiguity_finder import AmbiguityFinder
from answerable.language.ambiguity.nouns import kinds_of_name
from answerable.language.ambiguity.similarity import Likeness
from answerable.language.neural.network import shipped_network
from answerable.language.neural.neural_parser import NeuralParser
from tests.language.ambiguity.library import case_table, rows, schema
from tests.language.ambiguity.test_ambiguity import CONTEXT

CASES = case_table("resembling")["case"]


class ScriptedLikeness(Likeness):
    def __init__(self, near: dict[str, float]) -> None:
        super().__init__(shipped_network())
        self._near = near

    def between(self, phrase: str, others: Sequence[str]) -> list[float]:
        return [self._near.get(other, 0.1) for other in others]


class ScriptedFinder(AmbiguityFinder):
    def __init__(self, near: dict[str, float]) -> None:
        super().__init__(schema())
        self.likeness = ScriptedLikeness(near)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_the_nearest_columns_are_offered_where_one_of_them_would_be_shown(case: dict[str, Any]) -> None:
    finder, reader = ScriptedFinder(case["near"]), NeuralParser(schema(), shipped_network())
    asked = finder.find(case["question"], CONTEXT, lambda plain: None, reader, [case["sql"]])
    found = [rows(reading.sql) for reading in asked.readings] if asked else []
    assert found == [rows(sql) for sql in case["readings"]]


def test_words_of_one_meaning_are_nearer_than_others() -> None:
    near, far = Likeness(shipped_network()).between("telephone number", ["phone", "birth year"])
    assert near > far


@pytest.mark.parametrize(("name", "kinds"), case_table("names")["kinds"].items())
def test_names_are_of_the_kind_of_their_noun(name: str, kinds: list[str]) -> None:
    assert sorted(kinds_of_name(name)) == kinds
