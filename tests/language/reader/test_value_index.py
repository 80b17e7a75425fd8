"""Cells are found by the words of a question, mistyped or not, and always in the same order."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from answerable.language.neural.value_index import Cell, ValueIndex

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "mistyped.toml").read_text(encoding="utf-8")
)["phrase"]
STATES = ("Arizona", "California", "New York", "Massachusetts", "Brandenburg", "Brandenberg", "Bernd")
PLACES = ("california ", "O'Brien", "Suite 101", "12345679", "경기도 수원시청역 앞", "New York")


def schema(*columns: tuple[str, ...]) -> DatabaseSchema:
    made = tuple(Column(f"c{n}", "TEXT", Kind.TEXT, common_values=values) for n, values in enumerate(columns))
    return DatabaseSchema("sqlite", (Table("t", (Column("id", "INTEGER", Kind.INTEGER), *made)),))


INDEX = ValueIndex(schema(STATES, PLACES))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["typed"])
def test_mistyped_phrases_find_their_cells(case: dict[str, Any]) -> None:
    texts = [cell.text for near in INDEX.near(case["typed"], 5) for cell in near.cells]
    assert list(dict.fromkeys(texts)) == case["cells"]


def test_cells_come_with_their_columns_as_they_are_written() -> None:
    assert INDEX.exact(["CALIFORNIA"]) == (Cell(1, "California"), Cell(2, "california "))
    assert INDEX.exact(["new", "York"]) == (Cell(1, "New York"), Cell(2, "New York"))


def test_unknown_words_find_nothing() -> None:
    assert INDEX.exact(["arizonna"]) == INDEX.exact([]) == ()


def test_two_letters_that_changed_places_are_the_likeliest_error() -> None:
    first, second = INDEX.near("Brandenbrug", 2)
    assert first.similarity == second.similarity >= 86
    assert INDEX.near("Brandenbrug", 1) == (first,)


def test_other_phrases_equally_alike_come_in_the_order_of_the_alphabet() -> None:
    for values in (("Marburg B", "Marburg A"), ("Marburg A", "Marburg B")):
        found = ValueIndex(schema(values)).near("Marburg", 5)
        assert [near.cells[0].text for near in found] == ["Marburg A", "Marburg B"]


def test_a_phrase_longer_than_any_cell_is_not_compared() -> None:
    assert INDEX.near("a" * 100_000, 3) == ()
