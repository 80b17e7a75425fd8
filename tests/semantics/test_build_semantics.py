"""The model is built from whatever there is, the same every time, and says what it could not tell."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from answerable.semantics import SemanticModel, build_semantics
from answerable.semantics.model_json import model_to_json
from tests.semantics.nursery import NURSERY
from tests.semantics.schemas import schema_of, table_of

_PRINT = """
from answerable.semantics import build_semantics
from answerable.semantics.model_json import model_to_json
from tests.semantics.nursery import NURSERY
import json
print(json.dumps(model_to_json(build_semantics(NURSERY))))
"""


def _codes(model: SemanticModel) -> set[tuple[str, str, str]]:
    return {(one.table, one.column, one.code) for one in model.unknown}


def test_schema_without_tables() -> None:
    assert build_semantics(schema_of()).entities == ()


def test_schema_without_rows_is_read_by_names_and_types() -> None:
    tables = (
        Table(
            "customers", (Column("id", "INTEGER", Kind.INTEGER), Column("name", "TEXT", Kind.TEXT)), primary_key=("id",)
        ),
        Table(
            "orders",
            (
                Column("id", "INTEGER", Kind.INTEGER),
                Column("customer_id", "INTEGER", Kind.INTEGER),
                Column("ordered_on", "DATE", Kind.DATE),
                Column("amount", "DECIMAL(10,2)", Kind.DECIMAL),
            ),
            primary_key=("id",),
        ),
    )
    model = build_semantics(schema_of(*tables))
    assert [(one.columns, one.target) for one in model.relationships] == [(("customer_id",), "customers")]
    assert [one.column for one in model.measures] == ["amount"]
    assert model.events[0].main_date == "ordered_on"
    assert _codes(model) == {("customers", "", "rows_not_seen"), ("orders", "", "rows_not_seen")}


def test_columns_of_nothing_but_null_are_named() -> None:
    model = build_semantics(schema_of(table_of("t", {"id": [1, 2], "left_on": [None, None]})))
    assert ("t", "left_on", "only_null") in _codes(model)


def test_few_wrong_dates_leave_a_column_a_date() -> None:
    days = [f"{day:02d}.01.2025" for day in range(1, 20)]
    model = build_semantics(schema_of(table_of("t", {"paid": [*days, "soon"]})))
    assert (model.hidden_types[0].format, model.hidden_types[0].unreadable) == ("dd.mm.yyyy", 1)
    assert ("t", "paid", "some_values_unreadable") in _codes(model)


@pytest.mark.parametrize("names", ["abc", ["x"], ["1", "2"], ["가", "나"], ["", " "], ["_", "__"], ["Ä", "ß"]])
def test_names_that_say_nothing_break_nothing(names: list[str]) -> None:
    tables = [table_of(name, {other: [1, 2, 3] for other in names}) for name in names]
    assert len(build_semantics(schema_of(*tables)).entities) == len(names)


def test_every_inference_has_its_evidence_and_a_probability() -> None:
    model = build_semantics(NURSERY)
    groups = (
        model.entities,
        model.relationships,
        model.events,
        model.dates,
        model.measures,
        model.derived,
        model.flags,
    )
    groups += (model.statuses, model.dimensions, model.decodings, model.hierarchies, model.exclusions)  # type: ignore[assignment]
    for one in (one for group in groups for one in group):
        assert 0 < one.probability <= 1 and one.clues, one


def test_same_schema_gives_the_same_bytes_in_another_process() -> None:
    other = subprocess.run([sys.executable, "-c", _PRINT], capture_output=True, check=True, text=True)
    assert json.loads(other.stdout) == json.loads(json.dumps(model_to_json(build_semantics(NURSERY))))


def _cut(schema: DatabaseSchema) -> DatabaseSchema:
    return schema_of(*(Table(table.name, table.columns[:1]) for table in schema.tables))


def test_tables_of_one_column_break_nothing() -> None:
    assert len(build_semantics(_cut(NURSERY)).entities) == len(NURSERY.tables)
