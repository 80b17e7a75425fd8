"""Relationships are found by name, role and values, and not where only numbers coincide."""

from __future__ import annotations

from dataclasses import replace

import pytest

from answerable.kernel.schema import DatabaseSchema, ForeignKey
from answerable.semantics import Relationship, build_semantics
from tests.semantics.nursery import NURSERY
from tests.semantics.schemas import schema_of, table_of

MODEL = build_semantics(NURSERY)


def _target(schema: DatabaseSchema, table: str, column: str) -> tuple[str, str] | None:
    for one in build_semantics(schema).relationships:
        if one.table == table and one.columns == (column,):
            return one.target, one.target_columns[0]
    return None


@pytest.mark.parametrize(
    ("table", "column", "target"),
    [
        ("T_ORD_HD", "cust_no", ("T_CUST", "cust_no")),
        ("T_ORD_HD", "taken_by", ("T_EMP", "emp_no")),
        ("T_ORD_HD", "stat_cd", ("C_STAT", "stat_cd")),
        ("T_ORD_POS", "ord_no", ("T_ORD_HD", "ord_no")),
        ("T_ORD_POS", "sku", ("T_PLANT", "sku")),
        ("T_CUST", "ref_by", ("T_CUST", "cust_no")),
        ("T_EMP", "boss", ("T_EMP", "emp_no")),
    ],
)
def test_undeclared_keys_are_found(table: str, column: str, target: tuple[str, str]) -> None:
    assert _target(NURSERY, table, column) == target


@pytest.mark.parametrize(("table", "column"), [("T_ORD_POS", "qty"), ("T_ORD_POS", "pos"), ("T_PLANT", "shelf")])
def test_small_numbers_point_nowhere(table: str, column: str) -> None:
    assert _target(NURSERY, table, column) is None


def test_primary_keys_need_not_be_declared() -> None:
    bare = replace(NURSERY, tables=tuple(replace(table, primary_key=()) for table in NURSERY.tables))
    assert _target(bare, "T_ORD_HD", "cust_no") == ("T_CUST", "cust_no")
    assert _target(bare, "T_ORD_POS", "sku") == ("T_PLANT", "sku")


def test_two_keys_to_one_table_have_roles() -> None:
    teams = table_of("team", {"id": [1, 2, 3, 4], "name": list("abcd")}, key=("id",))
    games = table_of("game", {"id": [1, 2], "home_team_id": [1, 2], "away_team_id": [3, 4]}, key=("id",))
    roles = {one.columns[0]: one.role for one in build_semantics(schema_of(teams, games)).relationships}
    assert roles == {"home_team_id": "home team", "away_team_id": "away team"}


def test_declared_key_is_believed() -> None:
    parents = table_of("a", {"x": [1, 2]}, key=("x",))
    children = table_of("b", {"y": [1, 9]}, foreign_keys=(ForeignKey(("y",), "a", ("x",)),))
    found = build_semantics(schema_of(parents, children)).relationships[0]
    assert (found.target, found.provenance, found.probability) == ("a", "declared", 1.0)


def test_values_outside_the_key_rule_a_name_out() -> None:
    customers = table_of("customers", {"id": [1, 2, 3]}, key=("id",))
    orders = table_of("orders", {"id": [1, 2], "customer_id": [77, 78]}, key=("id",))
    assert _target(schema_of(customers, orders), "orders", "customer_id") is None


def test_cardinality_is_told() -> None:
    found: dict[str, Relationship] = {f"{one.table}.{one.columns[0]}": one for one in MODEL.relationships}
    assert not found["T_ORD_HD.cust_no"].is_optional and not found["T_ORD_HD.cust_no"].is_unique
    assert found["T_CUST.ref_by"].is_optional


def test_nothing_points_to_a_view() -> None:
    assert "V_SHIPPED" not in {one.target for one in MODEL.relationships}


def test_a_sequel_is_of_the_same_kind() -> None:
    films = table_of(
        "films",
        {
            "film_id": list(range(101, 131)),
            "title": [f"Film {n}" for n in range(30)],
            "sequel_to": [None] * 26 + [101, 104, 109, 111],
        },
        key=("film_id",),
    )
    found = build_semantics(schema_of(films)).relationships
    assert [(one.columns, one.target, one.role) for one in found] == [(("sequel_to",), "films", "sequel to")]
