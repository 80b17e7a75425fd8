"""Questions asked of another database mean the same there."""

from __future__ import annotations

import random

import pytest
from training.corpus import Database, Example
from training.mentions import words_in
from training.transplanting import Transplanter

from answerable.kernel.schema import Kind
from answerable.language.neural.form import Pointer
from answerable.language.neural.form_to_sql import FormToSql
from answerable.language.neural.schema_items import SchemaItems
from answerable.language.neural.sql_to_form import SqlToForm
from answerable.language.neural.value_candidates import find_candidates
from answerable.language.neural.value_index import ValueIndex
from answerable.language.ranking.clause_features import compared_values
from tests.language.databases import BUSINESS, schema


def database(name: str) -> Database:
    items = SchemaItems(schema(name))
    return Database(name, items, ValueIndex(items.schema), SqlToForm(items))


SHOP = database("shop")
OTHERS = [database(name) for name in BUSINESS if name != "shop"]
ASKED = (
    ("names of customers whose country is Spain", "SELECT name FROM customers WHERE country = 'Spain'"),
    ("how many customers are there for each country?", "SELECT count(*), country FROM customers GROUP BY country"),
    (
        "names of customers without orders",
        "SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders)",
    ),
    ("countries with more than 2 customers", "SELECT country FROM customers GROUP BY country HAVING count(*) > 2"),
)


def example(question: str, sql: str) -> Example:
    values = find_candidates(question, SHOP.cells)
    form = SHOP.former.form(sql, values)
    assert form is not None
    return Example(SHOP, question, sql, values, form)


def all_moved(question: str, sql: str) -> list[Example]:
    one = example(question, sql)
    found = [Transplanter(OTHERS, random.Random(seed)).transplanted(one) for seed in range(30)]
    assert any(found)
    return [other for other in found if other]


@pytest.mark.parametrize(("question", "sql"), ASKED)
def test_the_form_stays_and_its_columns_are_said(question: str, sql: str) -> None:
    for other in all_moved(question, sql):
        items, before = other.database.items, example(question, sql).form or ()
        assert other.database is not SHOP
        assert [t if isinstance(t, str) else t.kind for t in other.form or ()] == [
            t if isinstance(t, str) else t.kind for t in before
        ]
        words = {word.lemma for word in words_in(other.question)}
        for token in other.form or ():
            if isinstance(token, Pointer) and token.kind == "column":
                item = items.first_column + token.index
                own = {*items.lemmas[item]} - {*items.lemmas[items.owner(item)]}
                assert own <= words or item in items.keys


def test_values_are_cells_of_the_column_they_are_compared_with() -> None:
    for other in all_moved(*ASKED[0]):
        ((column, place),) = compared_values(other.form or ())
        value = other.values[place]
        assert column in value.columns
        assert other.question[value.start : value.end] == value.text


@pytest.mark.parametrize(("question", "sql"), ASKED)
def test_the_form_is_a_query_of_the_other_database(question: str, sql: str) -> None:
    for other in all_moved(question, sql):
        written = FormToSql(other.database.items.schema).sql(other.form or (), [value.text for value in other.values])
        assert written is not None
        assert other.database.former.form(written, other.values) == other.form


def test_what_is_said_in_words_of_its_own_stays_where_it_is() -> None:
    one = example("who lives in Spain?", "SELECT name FROM customers WHERE country = 'Spain'")
    transplanter = Transplanter(OTHERS, random.Random(0))
    assert not transplanter.can_move(one)
    assert transplanter.transplanted(one) is None


def test_what_is_averaged_becomes_no_words() -> None:
    asked = "average status of orders", "SELECT avg(status) FROM orders"
    for other in all_moved(*asked):
        column = next(token.index for token in other.form or () if isinstance(token, Pointer))
        assert other.database.items.columns[column][1].kind is not Kind.TEXT
