"""Columns that the network only guessed: what is asked back, and what is left alone. Its opinion is scripted."""

from __future__ import annotations

from typing import Any

import pytest

from answerable.language import EmbeddedTranslator
from answerable.language.ambiguity.ambiguity_finder import AmbiguityFinder
from answerable.language.neural.doubt import Doubt
from answerable.language.neural.form import Form
from answerable.language.neural.network import shipped_network
from answerable.language.neural.neural_parser import NeuralParser
from answerable.language.translation import CodedClarification
from tests.language.ambiguity.library import case_table, rows, schema
from tests.language.ambiguity.test_ambiguity import CONTEXT

CASES = case_table("guesses")["case"]


class ScriptedReader(NeuralParser):
    """Finds the same columns likely wherever a column stands."""

    def __init__(self, likely: dict[str, float]) -> None:
        super().__init__(schema(), shipped_network())
        rated = [(self.column(*name.split(".")), score) for name, score in likely.items()]
        self._likely = tuple(sorted(rated, key=lambda one: -one[1]))

    def doubts(self, question: str, form: Form) -> tuple[Doubt, ...]:
        return tuple(Doubt(place, self._likely) for place in range(len(form)))


def _asked(case: dict[str, Any]) -> CodedClarification | None:
    return AmbiguityFinder(schema()).doubt(case["question"], CONTEXT, case["sql"], ScriptedReader(case["likely"]))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_readings_show_the_one_column_the_other_and_all(case: dict[str, Any]) -> None:
    asked = _asked(case)
    found = [rows(reading.sql) for reading in asked.readings] if asked else []
    assert found == [rows(sql) for sql in case["readings"]]


def test_options_are_told_apart_by_the_names_of_their_columns() -> None:
    asked = _asked(CASES[0])
    assert asked is not None
    assert [str(reading.text) for reading in asked.readings] == [
        "The street",
        "The town",
        "All of these: street and town",
    ]


@pytest.mark.needs_network_weights
def test_the_network_rates_every_column_in_the_place_of_one() -> None:
    reader = NeuralParser(schema(), shipped_network())
    question = "Show the street of the North branch"
    values = reader.values(question)
    form = reader.form("SELECT street FROM branch WHERE name = 'North'", values)
    assert form is not None
    first = reader.doubts(question, form)[0]
    assert first.place == 1
    assert first.likely[0][0] == reader.column("branch", "street")
    assert sorted(column for column, _ in first.likely) == list(range(len(reader.items.columns)))


def test_a_form_of_too_many_columns_has_no_doubts_and_no_sql() -> None:
    reader = NeuralParser(schema(), shipped_network())
    names = ("medium_id", "title", "kind", "shelf", "year", "branch_id")
    sql = f"SELECT {', '.join(f'm.{name}' for name in names)}, b.town FROM medium m JOIN branch b USING (branch_id)"
    form = reader.form(sql, ())
    assert form is not None
    assert reader.doubts("Show the media", form) == ()
    assert reader.write_sql("Show the media", form, ()) is None


def test_an_ambiguity_is_asked_back_rather_than_that_nothing_is_sure() -> None:
    question = "List painters and sculptors from Peru"
    translation = EmbeddedTranslator().translate(question, schema(), CONTEXT)
    assert translation.clarification is not None
    assert str(translation.clarification.question).startswith("Does “from Peru” hold for both")
