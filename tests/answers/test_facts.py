from __future__ import annotations

from decimal import Decimal

import pyarrow as pa
from hypothesis import given

from answerable.answers.answer_facts import derive_facts
from tests.answers.tables import any_tables


def test_roles_come_from_types_and_names() -> None:
    table = pa.table(
        {"month": ["2024-01"], "customer_id": [7], "country": ["FR"], "revenue": [Decimal("1.50")], "orders": [2]}
    )
    facts = derive_facts(table)
    assert (facts.time, facts.dimensions, facts.measures) == (
        "month",
        ("customer_id", "country"),
        ("revenue", "orders"),
    )


def test_places_in_a_cycle_are_names() -> None:
    facts = derive_facts(pa.table({"month": [1, 12], "hour": [0, 23], "orders": [1, 2]}))
    assert (facts.dimensions, facts.measures, facts.time) == (("month", "hour"), ("orders",), None)


def test_an_empty_column_is_judged_by_its_type() -> None:
    table = pa.table({"a": pa.array([None], pa.float64()), "b": pa.array([None], pa.string())})
    assert (derive_facts(table).measures, derive_facts(table).dimensions) == (("a",), ("b",))


def test_repeated_names_have_their_own_roles() -> None:
    table = pa.table([pa.array(["x"]), pa.array([1])], names=["a", "a"])
    assert (derive_facts(table).dimensions, derive_facts(table).measures) == (("a",), ("a_2",))


def test_a_cut_result_knows_its_limit() -> None:
    assert derive_facts(pa.table({"a": [1, 2]}), is_truncated=True).row_limit == 2
    assert derive_facts(pa.table({"a": [1, 2]})).row_limit is None


@given(any_tables())
def test_every_column_has_one_role(table: pa.Table) -> None:
    facts = derive_facts(table)
    roles = [*facts.measures, *facts.dimensions, *([facts.time] if facts.time is not None else [])]
    assert len(roles) == len(set(roles)) == table.num_columns
