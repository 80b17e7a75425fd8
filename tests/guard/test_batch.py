"""The line format of `answerable guard --batch`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from answerable.guard import batch


def answers(*lines: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in batch(lines)]


def test_every_line_gets_a_verdict_in_order() -> None:
    first, second = answers(
        '{"id": "a", "dialect": "sqlite", "sql": "SELECT id FROM t", "schema": {"t": ["id"]}}',
        '{"id": 2, "dialect": "sqlite", "sql": "DROP TABLE t"}',
    )
    assert first == {"id": "a", "verdict": "allow", "errors": []}
    assert (second["id"], second["verdict"]) == (2, "reject")
    assert set(second["errors"][0]) >= {"layer", "code", "message", "severity"}


def test_schema_types_and_policy_are_understood() -> None:
    (answer,) = answers(
        json.dumps(
            {
                "id": 1,
                "dialect": "duckdb",
                "sql": "SELECT s FROM t",
                "schema": {"t": {"s": "VARCHAR"}},
                "policy": {"blocked_columns": ["T.S"]},
            }
        )
    )
    assert [error["code"] for error in answer["errors"]] == ["column_not_allowed"]


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[1, 2]",
        "null",
        '{"id": 5}',
        '{"id": 5, "dialect": "sqlite", "sql": 7}',
        '{"id": 5, "dialect": null, "sql": "SELECT 1"}',
        '{"id": 5, "dialect": "sqlite", "sql": "SELECT 1", "schema": []}',
        '{"id": 5, "dialect": "sqlite", "sql": "SELECT 1", "schema": {"t": "id"}}',
        '{"id": 5, "dialect": "sqlite", "sql": "SELECT 1", "schema": {"t": {"id": 1}}}',
        '{"id": 5, "dialect": "sqlite", "sql": "SELECT 1", "policy": "none"}',
        '{"id": 5, "dialect": "sqlite", "sql": "SELECT 1", "policy": {"blocked_colums": []}}',
        '{"id": 5, "dialect": "sqlite", "sql": "SELECT 1", "policy": {"allowed_tables": "t"}}',
        '{"id": 5, "dialect": "sqlite", "sql": "SELECT 1", "policy": {"view_lineage": {"a": 1}}}',
        "[" * 100_000,
    ],
)
def test_a_bad_line_is_rejected_and_never_a_crash(line: str) -> None:
    (answer,) = answers(line)
    assert answer["verdict"] == "reject"
    assert [error["code"] for error in answer["errors"]] == ["bad_line"]


def test_blank_lines_are_passed_over() -> None:
    assert answers("", "  \n") == []


def test_it_answers_a_line_before_it_asks_for_the_next() -> None:
    asked: list[int] = []

    def lines() -> Iterator[str]:
        for number in (1, 2):
            asked.append(number)
            yield json.dumps({"id": number, "dialect": "sqlite", "sql": "SELECT 1"})

    stream = batch(lines())
    assert asked == []
    next(stream)
    assert asked == [1]


def test_the_answer_is_one_line_whatever_the_statement_holds() -> None:
    request = json.dumps({"id": "x\ny", "dialect": "sqlite", "sql": "SELECT '\ud800\n' \u2028 FROM \u0000"})
    (line,) = batch([request])
    assert "\n" not in line
    assert json.loads(line)["verdict"] == "reject"
    line.encode()
