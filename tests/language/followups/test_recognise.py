"""Which questions lean on the one before, and which stand on their own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from answerable.language import Turn
from answerable.language.followups.fragment import understand
from answerable.language.followups.recognise import LEANS, leaning
from answerable.language.linking.schema_index import SchemaIndex
from tests.language.databases import DATABASES, TODAY, Case, cases, schema

INDEXES = {name: SchemaIndex(schema(name)) for name in DATABASES}


def _leans(question: str, database: str = "shop", tables: tuple[str, ...] = ("orders", "customers")) -> bool:
    context = replace(TODAY, turns=(Turn("how many orders", "SELECT COUNT(*) FROM orders"),))
    return leaning(understand(question, INDEXES[database], context), tables) >= LEANS


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.database}: {case.question}")
def test_a_whole_question_stands_on_its_own(case: Case) -> None:
    tables = tuple(table.qualified for table in schema(case.database).tables)
    assert not _leans(case.question, case.database, tables[:1])


@pytest.mark.parametrize(
    "question",
    [
        "and by month?",
        "only for France",
        "what about last year",
        "sort it the other way",
        "just the top 3",
        "exclude cancelled",
        "as a percentage",
        "show the names too",
        "how many is that?",
        "and for Germany?",
        "same for products",
        "why?",
        "in 2023",
        "Germany?",
        "per channel",
    ],
)
def test_a_fragment_leans_on_the_question_before(question: str) -> None:
    assert _leans(question)


@pytest.mark.parametrize(
    "question",
    [
        "customers that never ordered",
        "customers without orders",
        "show customers and their emails",
        "how many customers have only one order",
        "and how many products are there?",
        "list all categories",
        "which countries do we have",
        "in 2024 how many orders were cancelled",
    ],
)
def test_words_of_a_follow_up_do_not_make_one(question: str) -> None:
    assert not _leans(question, tables=("orders", "customers"))
