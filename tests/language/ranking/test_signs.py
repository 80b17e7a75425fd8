"""What speaks for and against a reading."""

from __future__ import annotations

import pytest

from answerable.language.neural.schema_items import SchemaItems
from answerable.language.neural.value_candidates import ValueCandidate
from answerable.language.ranking import PooledReading
from answerable.language.ranking.clause_features import clauses
from answerable.language.ranking.ranking_features import signs_of_none, signs_of_reading
from tests.language.databases import schema
from tests.language.reader.forms import spelled

SHOP = schema("shop")
ITEMS = SchemaItems(SHOP)


def reading(text: str, question: str = "", **known: float | None) -> PooledReading:
    form, texts = spelled(text, SHOP)
    values = tuple(
        ValueCandidate(one, max(0, question.find(one)), max(0, question.find(one)) + len(one), "cell") for one in texts
    )
    return PooledReading("", form, values, **{"log_probability": -0.5, "place": 0, **known})  # type: ignore[arg-type]


def signs(question: str, text: str, others: tuple[PooledReading, ...] = ()) -> dict[str, float]:
    one = reading(text, question)
    return signs_of_reading(question, one, (one, *others), ITEMS)


def test_clauses_of_a_form() -> None:
    text = (
        "SELECT customers.country count * "
        "WHERE customers.name != 'Ada' AND customers.id in ( SELECT orders.customer_id ) "
        "GROUP customers.country HAVING count * > '2' ORDER count * desc LIMIT '1'"
    )
    found = clauses(reading(text).form or ())
    assert [len(one) for one in found.shown_items] == [1, 2]
    assert sorted(len(test) for test in found.tests) == [3, 6]
    assert (len(found.group), len(found.having), len(found.order), len(found.limit)) == (1, 4, 3, 1)


def test_what_follows_a_set_operation_is_apart() -> None:
    found = clauses(reading("SELECT customers.name EXCEPT SELECT products.name").form or ())
    assert found.rest[0] == "EXCEPT"
    assert len(found.select) == 1


@pytest.mark.parametrize(
    ("question", "text", "sign", "value"),
    [
        ("how many customers are there", "SELECT customers.name", "cue_count", 1.0),
        ("names of customers", "SELECT count * FROM @customers", "cue_count", -1.0),
        ("how many customers are there", "SELECT count * FROM @customers", "cue_count", 0.0),
        (
            "customers from at least two countries",
            "SELECT customers.name WHERE customers.id > '2'",
            "cue_or_equal",
            1.0,
        ),
        ("the name of each customer", "SELECT products.name", "column_twins_elsewhere", 1.0),
        ("the name of each customer", "SELECT customers.name", "column_twins_elsewhere", 0.0),
        ("orders and names of customers", "SELECT customers.name", "named_tables_unused", 1.0),
        ("name of customers", "SELECT customers.name", "unsaid_shown", 0.0),
        ("name of customers", "SELECT customers.country", "unsaid_shown", 1.0),
        ("country and name of customers", "SELECT customers.name customers.country", "out_of_order", 1.0),
        ("country and name of customers", "SELECT customers.country customers.name", "out_of_order", 0.0),
        ("name of customers", "SELECT customers.name customers.name", "repeats", 1.0),
        ("customers and monthly targets", "SELECT customers.name FROM @monthly_targets", "unjoined", 1.0),
        ("customers and orders", "SELECT customers.name FROM @orders", "unjoined", 0.0),
    ],
)
def test_signs(question: str, text: str, sign: str, value: float) -> None:
    assert signs(question, text).get(sign, 0.0) == value


def test_others_that_show_the_same_support_it() -> None:
    question = "names of customers in Spain"
    other = reading("SELECT customers.name WHERE customers.country = 'Spain'", question, log_probability=-1.0, place=1)
    found = signs(question, "SELECT customers.name", (other,))
    assert found["support_shown"] > found["support_tests"]
    assert found["rules_shown"] == 0


def test_for_none_being_right_speak_strange_words_and_doubt() -> None:
    one = reading("SELECT customers.name")
    assert signs_of_none("customers", (one,), 9)["strange"] == 4
    assert signs_of_none("customers", (), 0)["log"] == -8
