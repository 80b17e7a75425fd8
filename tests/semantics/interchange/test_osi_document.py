"""An OSI document parses, has the specification's fields and no others, and names what the source has."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
import sqlglot
from sqlglot import exp

from answerable.kernel.schema import DatabaseSchema
from answerable.semantics import build_semantics
from answerable.semantics.interchange import OSI_VERSION, ModelledSource, osi_document, osi_text
from answerable.semantics.interchange.yaml_text import yaml_text
from tests.semantics.nursery import NURSERY
from tests.semantics.schemas import schema_of, table_of

yaml: Any = import_module("yaml")

_KEYS = {
    "model": ({"name", "datasets"}, {"description", "ai_context", "relationships", "metrics", "custom_extensions"}),
    "dataset": (
        {"name", "source"},
        {"primary_key", "unique_keys", "description", "ai_context", "fields", "custom_extensions"},
    ),
    "field": ({"name", "expression"}, {"dimension", "label", "description", "ai_context", "custom_extensions"}),
    "relationship": ({"name", "from", "to", "from_columns", "to_columns"}, {"ai_context", "custom_extensions"}),
    "metric": ({"name", "expression"}, {"description", "ai_context", "custom_extensions"}),
}
"""Of OSI's core specification 0.1.1: the keys that must be there and those that may."""


def _read(schema: DatabaseSchema, language: str = "en") -> dict[str, Any]:
    """As another product reads it: from the text."""
    document = yaml.safe_load(osi_text([ModelledSource("nursery", build_semantics(schema), schema)], language))
    assert document["version"] == OSI_VERSION == "0.1.1"
    (model,) = document["semantic_model"]
    assert isinstance(model, dict)
    return model


MODEL = _read(NURSERY)
DATASETS: dict[str, dict[str, Any]] = {dataset["name"]: dataset for dataset in MODEL["datasets"]}


def _parts(model: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "model", model
    for dataset in model["datasets"]:
        yield "dataset", dataset
        yield from (("field", field) for field in dataset["fields"])
    yield from (("relationship", one) for one in model["relationships"])
    yield from (("metric", one) for one in model["metrics"])


def _expression(part: dict[str, Any]) -> exp.Expr:
    (dialect,) = part["expression"]["dialects"]
    assert dialect.keys() == {"dialect", "expression"} and dialect["dialect"] == "ANSI_SQL"
    return sqlglot.parse_one(dialect["expression"])


def test_keys_are_those_of_the_specification() -> None:
    for kind, part in _parts(MODEL):
        must, may = _KEYS[kind]
        assert must <= part.keys() <= must | may, part
        assert part.get("ai_context", {}).keys() <= {"instructions", "synonyms", "examples"}
        for extension in part.get("custom_extensions", ()):
            assert extension["vendor_name"] == "COMMON" and json.loads(extension["data"])["answerable"]


@pytest.mark.parametrize("kind", ["dataset", "relationship", "metric"])
def test_names_are_unique(kind: str) -> None:
    names = [part["name"].casefold() for one, part in _parts(MODEL) if one == kind]
    assert names and len(set(names)) == len(names)


def test_datasets_and_fields_are_real_tables_and_columns() -> None:
    for dataset in MODEL["datasets"]:
        table = NURSERY.table(dataset["source"])
        assert table is not None
        columns = {column.name for column in table.columns}
        names = [field["name"] for field in dataset["fields"]]
        assert columns <= set(names) and len(set(names)) == len(names)
        assert set(dataset.get("primary_key", ())) <= columns
        for field in dataset["fields"]:
            assert {column.name for column in _expression(field).find_all(exp.Column)} <= columns


def test_relationships_are_between_datasets_over_their_columns() -> None:
    for one in MODEL["relationships"]:
        for end, columns in (("from", "from_columns"), ("to", "to_columns")):
            assert set(one[columns]) <= {field["name"] for field in DATASETS[one[end]]["fields"]}
        assert len(one["from_columns"]) == len(one["to_columns"])
    assert {"taken by", "boss"} <= {one["ai_context"]["synonyms"][0] for one in MODEL["relationships"]}


def test_metrics_aggregate_fields_of_datasets() -> None:
    for metric in MODEL["metrics"]:
        tree = _expression(metric)
        assert isinstance(tree, exp.AggFunc)
        for column in tree.find_all(exp.Column):
            assert column.name in {field["name"] for field in DATASETS[column.table]["fields"]}
    named = {metric["name"]: _expression(metric).sql() for metric in MODEL["metrics"]}
    assert named["total_revenue"] == 'SUM("T_ORD_POS"."revenue")'
    assert named["number_of_orders"] == 'COUNT("T_ORD_HD"."ord_no")'


def test_cents_become_money_in_a_field_of_their_own() -> None:
    fields = {field["name"]: field for field in DATASETS["T_ORD_HD"]["fields"]}
    assert _expression(fields["net"]).sql() == '"net_ct" / 100.0'
    assert fields["ord_dt"]["dimension"] == {"is_time": True}
    assert "X: Cancelled" in fields["stat_cd"]["ai_context"]["instructions"]


def test_what_only_the_engine_computes_is_in_an_extension_and_parses_there() -> None:
    fields = {field["name"]: field for field in DATASETS["T_PLANT"]["fields"]}
    said = json.loads(fields["list_price"]["custom_extensions"][0]["data"])["answerable"]
    assert said["dialect"] == "sqlite" and "REPLACE" in said["expression"]
    sqlglot.parse_one(said["expression"], read="sqlite")
    whole = json.loads(DATASETS["T_ORD_HD"]["custom_extensions"][0]["data"])["answerable"]
    sqlglot.parse_one(whole["expressions"]["time_from_order_to_shipped"], read="sqlite")


def test_rows_left_out_are_said_of_their_dataset() -> None:
    said = DATASETS["T_CUST"]["ai_context"]["instructions"]
    assert '"is_test" IN (1)' in said and "usually left out" in said
    assert "customers" in DATASETS["T_CUST"]["ai_context"]["synonyms"]


def test_korean_instructions() -> None:
    said = next(one for one in _read(NURSERY, "ko")["datasets"] if one["name"] == "T_CUST")
    assert "보통 제외합니다" in said["ai_context"]["instructions"]


def test_tables_of_one_name_become_datasets_of_two() -> None:
    table = table_of("orders", {"id": [1, 2], "amount": [1, 2]}, key=("id",))
    model = _read(schema_of(table, replace(table, namespace="old")))
    assert [(one["name"], one["source"]) for one in model["datasets"]] == [
        ("orders", "orders"),
        ("orders_old", "old.orders"),
    ]


def test_source_without_tables_is_left_out() -> None:
    empty = schema_of()
    assert osi_document([ModelledSource("none", build_semantics(empty), empty)])["semantic_model"] == []


@pytest.mark.parametrize(
    "text", ["no", "1.0", "2025-01-01", "a: b", "# x", "\x85\u2028\ufeff\x07", "한글 ' \"", "", " x "]
)
def test_yaml_keeps_texts_as_they_are(text: str) -> None:
    value = {"a": text, "list": [text, {"deep": text, "numbers": [1, 0.5, True, None]}], text or "x": 1}
    assert yaml.safe_load(yaml_text(value)) == value
