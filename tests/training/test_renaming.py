"""Questions of schemas with other names say the same."""

from __future__ import annotations

import random

import pytest
from training.corpus import Database, Example
from training.renaming import Renamer

from answerable.language.neural.form import Pointer
from answerable.language.neural.schema_items import SchemaItems
from answerable.language.neural.sql_to_form import SqlToForm
from answerable.language.neural.value_candidates import find_candidates
from answerable.language.neural.value_index import ValueIndex
from answerable.naming.trained_words import WORD, lemma
from tests.language.databases import schema
from tests.language.reader.test_features import school

SHOP = schema("shop")
QUESTION = "names of customers whose country is Spain"
SQL = "SELECT name FROM customers WHERE country = 'Spain'"


def example() -> Example:
    items, cells = SchemaItems(SHOP), ValueIndex(SHOP)
    values, former = find_candidates(QUESTION, cells), SqlToForm(SchemaItems(SHOP))
    form = former.form(SQL, values)
    assert form is not None
    return Example(Database("shop", items, cells, former), QUESTION, SQL, values, form)


def renamer(seed: int, synonyms: dict[str, list[str]] | None = None) -> Renamer:
    return Renamer([SchemaItems(school()), SchemaItems(SHOP)], synonyms or {}, random.Random(seed))


@pytest.mark.parametrize("seed", range(40))
def test_what_was_said_whole_is_still_said_whole(seed: int) -> None:
    one = example()
    other = renamer(seed).renamed(one)
    items, words = other.database.items, [lemma(word) for word in WORD.findall(other.question.lower())]
    for token in one.form or ():
        if isinstance(token, Pointer) and token.kind == "column":
            name = items.lemmas[items.first_column + token.index]
            assert any(tuple(words[at : at + len(name)]) == name for at in range(len(words)))


@pytest.mark.parametrize("seed", range(40))
def test_values_keep_their_words_and_their_place(seed: int) -> None:
    other = renamer(seed).renamed(example())
    spain = next(value for value in other.values if value.text == "Spain")
    assert other.question[spain.start : spain.end] == "Spain"


def test_names_change_and_the_schema_as_given_does_not() -> None:
    one = example()
    before = one.database.items.names
    questions = {renamer(seed).renamed(one).question for seed in range(20)}
    assert len(questions) > 2
    assert one.database.items.names == before


def test_a_synonym_is_said_but_the_schema_keeps_its_name() -> None:
    said = [renamer(seed, {"country": ["land"]}).renamed(example()) for seed in range(40)]
    otherwise = [one for one in said if "land" in one.question.split()]
    assert otherwise
    assert all("country" in one.database.items.names for one in otherwise)
