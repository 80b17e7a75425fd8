"""Rows have a noun, a key and columns that show them."""

from __future__ import annotations

import pytest

from answerable.semantics import Entity, build_semantics
from answerable.semantics.table_nouns import plural_of
from tests.semantics.nursery import NURSERY
from tests.semantics.schemas import schema_of, table_of

MODEL = build_semantics(NURSERY)


def _entity(table: str) -> Entity:
    entity = MODEL.entity(table)
    assert entity is not None
    return entity


@pytest.mark.parametrize(
    ("table", "noun", "plural"),
    [
        ("T_CUST", "customer", "customers"),
        ("T_ORD_HD", "order", "orders"),
        ("T_ORD_POS", "order line", "order lines"),
        ("T_PLANT", "plant", "plants"),
    ],
)
def test_prefixes_are_dropped_and_abbreviations_expanded(table: str, noun: str, plural: str) -> None:
    assert (_entity(table).noun, _entity(table).plural) == (noun, plural)


def test_people_are_shown_by_both_names() -> None:
    assert _entity("T_CUST").display == ("fst_nm", "lst_nm") and _entity("T_CUST").is_person


def test_things_are_shown_by_their_description() -> None:
    assert _entity("T_PLANT").display == ("descr",)


def test_view_is_known_as_one_with_the_tables_it_shows() -> None:
    assert _entity("V_SHIPPED").is_view and _entity("V_SHIPPED").view_of == ("T_ORD_HD",)


def test_code_table_is_known() -> None:
    assert _entity("C_STAT").is_code_table and not _entity("T_PLANT").is_code_table


def test_table_that_only_ties_two_others_is_a_bridge() -> None:
    tags = table_of("tags", {"id": [1, 2], "label": ["a", "b"]}, key=("id",))
    posts = table_of("posts", {"id": [1, 2], "title": ["x", "y"]}, key=("id",))
    ties = table_of("post_tags", {"post_id": [1, 2], "tag_id": [1, 2]}, key=("post_id", "tag_id"))
    entity = build_semantics(schema_of(tags, posts, ties)).entity("post_tags")
    assert entity is not None and entity.is_bridge


@pytest.mark.parametrize(
    ("noun", "plural"),
    [("city", "cities"), ("box", "boxes"), ("person", "people"), ("staff", "staff"), ("key", "keys")],
)
def test_plurals(noun: str, plural: str) -> None:
    assert plural_of(noun) == plural


@pytest.mark.parametrize(
    ("table", "column", "noun"),
    [
        ("tbl_Kunde", "Auftragsdatum", "customer"),
        ("고객", "주문일자", "customer"),
        ("tbl_Auftragspos", "Menge", "order line"),
        ("Speisekarte", "Kalorien", "menu"),
        ("Rechnungen", "Betrag", "invoice"),
        ("Mietvertraege", "Kaution", "rent contract"),
        ("Haeuser", "Wohnflaeche", "house"),
        ("Werkstattauftrag", "Kilometerstand", "workshop order"),
        ("Wohnung", "Wohnflaeche", "apartment"),
        ("Zaehlerablesung", "Verbrauch", "meter reading"),
    ],
)
def test_german_and_korean_names_are_translated(table: str, column: str, noun: str) -> None:
    entity = build_semantics(schema_of(table_of(table, {"Nr": [1], column: ["2025-01-01"]}))).entity(table)
    assert entity is not None and entity.noun == noun
