from __future__ import annotations

import pytest

from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Kind, Table
from answerable.language.linking.join_path import JoinGraph
from tests.language.databases import schema

SHOP = JoinGraph(schema("shop"))
HOSPITAL = JoinGraph(schema("hospital"))


def test_path_goes_the_shortest_way_over_foreign_keys() -> None:
    path = SHOP.path("customers", "products")
    assert path is not None
    assert [step.table for step in path] == ["orders", "order_lines", "products"]
    assert [step.multiplies for step in path] == [True, True, False]


def test_unconnected_tables_have_no_path() -> None:
    assert SHOP.path("monthly_targets", "orders") is None


def test_table_itself_needs_no_step() -> None:
    assert SHOP.path("orders", "orders") == ()


def test_of_two_keys_the_one_named_in_the_question_is_taken() -> None:
    by_hint = HOSPITAL.path("appointments", "doctors", frozenset({"referring"}))
    assert by_hint is not None
    assert by_hint[0].pairs == (("referring_doctor_id", "id"),)


@pytest.mark.parametrize(
    ("word", "key"), [("destination", "dst_id"), ("source", "src_id"), ("starting", "src_id"), ("arrive", "dst_id")]
)
def test_of_two_keys_the_one_that_shortens_a_word_of_the_question_is_taken(word: str, key: str) -> None:
    number = ("INTEGER", Kind.INTEGER)
    keys = tuple(ForeignKey((name,), "airport", ("id",)) for name in ("src_id", "dst_id"))
    route = Table("route", (Column("src_id", *number), Column("dst_id", *number)), foreign_keys=keys)
    graph = JoinGraph(DatabaseSchema("sqlite", (Table("airport", (Column("id", *number),)), route)))
    path = graph.path("route", "airport", frozenset({word}))
    assert path is not None
    assert path[0].pairs == ((key, "id"),)


def test_tree_joins_each_table_once() -> None:
    tree = SHOP.tree("order_lines", ("products", "orders", "customers"))
    assert tree is not None
    assert sorted(step.table for step in tree) == ["customers", "orders", "products"]


def test_spanning_joins_the_nearest_first() -> None:
    steps = SHOP.spanning(("customers", "products", "web_events", "orders"))
    assert steps is not None
    assert [step.table for step in steps] == ["orders", "web_events", "order_lines", "products"]


def test_nothing_spans_unconnected_tables() -> None:
    assert SHOP.spanning(("orders", "customers", "monthly_targets")) is None


def test_composite_and_inferred_keys_are_followed() -> None:
    number = Column("a", "INTEGER", Kind.INTEGER), Column("b", "INTEGER", Kind.INTEGER)
    key = ForeignKey(("a", "b"), "parent", ("a", "b"), inferred=True)
    graph = JoinGraph(DatabaseSchema("sqlite", (Table("parent", number), Table("child", number, foreign_keys=(key,)))))
    path = graph.path("child", "parent")
    assert path is not None
    assert (path[0].pairs, path[0].inferred) == ((("a", "a"), ("b", "b")), True)
