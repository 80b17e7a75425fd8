from __future__ import annotations

import pytest

from answerable.language.linking.mentions import Mention, link
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.question.tokens import normalise
from tests.language.databases import schema

SHOP = SchemaIndex(schema("shop"))
SCHOOL = SchemaIndex(schema("music_school"))


def _best(question: str, index: SchemaIndex) -> list[tuple[str, str, str, str]]:
    found: tuple[Mention, ...] = link(normalise(question), index)
    return [(m.best.kind, m.best.table, m.best.column, m.best.value) for m in found]


@pytest.mark.parametrize(
    ("words", "target"),
    [
        ("customers", ("table", "customers", "", "")),
        ("clients", ("table", "customers", "", "")),
        ("custmers", ("table", "customers", "", "")),
        ("order lines", ("table", "order_lines", "", "")),
        ("unit price", ("column", "order_lines", "unit_price_cents", "")),
        ("turnover", ("column", "orders", "revenue", "")),
        ("signed up", ("column", "customers", "signed_up_on", "")),
        ("germany", ("value", "customers", "country", "Germany")),
        ("German", ("value", "customers", "country", "Germany")),
        ("UK", ("value", "customers", "country", "United Kingdom")),
        ("Hambrug", ("value", "customers", "city", "Hamburg")),
        ("canceled", ("value", "orders", "status", "cancelled")),
        ("small business", ("value", "customers", "segment", "small_business")),
        ("'Blue Mug'", ("value", "products", "name", "Blue Mug")),
    ],
)
def test_words_of_the_shop_find_their_target(words: str, target: tuple[str, str, str, str]) -> None:
    assert _best(words, SHOP) == [target]


@pytest.mark.parametrize(
    ("words", "target"),
    [
        ("teachers", ("table", "tblTeacher", "", "")),
        ("hourly rate", ("column", "tblTeacher", "hourlyRate", "")),
        ("instructors", ("table", "tblTeacher", "", "")),
        ("students", ("table", "pupils", "", "")),
        ("duration", ("column", "lessons", "duration_minutes", "")),
    ],
)
def test_camel_case_prefixes_and_synonyms_are_seen_through(words: str, target: tuple[str, str, str, str]) -> None:
    assert _best(words, SCHOOL) == [target]


def test_line_revenue_is_a_product_when_asked_for_revenue() -> None:
    (mention,) = link(normalise("revenue"), SHOP)
    assert [target.columns for target in mention.of("derived")] == [("quantity", "unit_price_cents")]


def test_words_about_nothing_link_to_nothing() -> None:
    assert link(normalise("what is the weather on Mars"), SHOP) == ()
