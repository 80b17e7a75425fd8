"""What came back is what the guard expected: as many columns, called the same, of the same family of types."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest

from answerable.agent.execution.masking import mask_result
from answerable.agent.execution.second_opinion import BrokenPromise, second_opinion
from answerable.agent.trust import trust_level
from answerable.guard import Policy, Verdict, check
from answerable.kernel.errors import Refused
from answerable.sources import Result

SCHEMA = {
    "people": {"id": "INTEGER", "name": "TEXT", "email": "TEXT", "born": "DATE", "is_vip": "BOOLEAN"},
    "orders": {"id": "INTEGER", "amount": "DECIMAL(10,2)", "note": "STRING"},
}
POLICY = Policy.from_dict({"masked_columns": ["people.email"]})


def judged(sql: str, dialect: str = "sqlite", policy: Policy | None = POLICY) -> Verdict:
    verdict = check(sql, dialect=dialect, schema=SCHEMA, policy=policy)
    assert verdict.allowed, verdict.errors
    return verdict


def promised(sql: str, dialect: str = "sqlite") -> list[tuple[str, str]] | None:
    promise = judged(sql, dialect).promise
    return None if promise is None else [(column.name, column.family) for column in promise]


@pytest.mark.parametrize(
    ("sql", "columns"),
    [
        ("SELECT id, name AS n FROM people", [("id", "number"), ("n", "text")]),
        ("SELECT * FROM orders", [("id", "number"), ("amount", "number"), ("note", "")]),
        (
            "SELECT o.*, p.born FROM orders o, people p WHERE o.id = p.id LIMIT 3",
            [("id", "number"), ("amount", "number"), ("note", ""), ("born", "date")],
        ),
        ("SELECT count(*), upper(name) AS u FROM people GROUP BY name", [("", ""), ("u", "")]),
        ("SELECT x FROM (SELECT name AS x FROM people) AS inside", [("x", "text")]),
        ("SELECT id FROM orders UNION SELECT id FROM people", [("id", "")]),
        ("SELECT rowid FROM orders", [("", "")]),
    ],
)
def test_a_verdict_promises_what_it_knows(sql: str, columns: list[tuple[str, str]]) -> None:
    assert promised(sql) == columns


@pytest.mark.parametrize(
    ("dialect", "sql"),
    [
        ("sqlite", "SELECT * FROM orders AS a JOIN orders AS b USING (id)"),
        ("duckdb", "SELECT * FROM orders AS a NATURAL JOIN orders AS b"),
        ("duckdb", "SELECT * FROM orders AS a SEMI JOIN orders AS b ON a.id = b.id"),
        ("duckdb", "SELECT id FROM orders UNION BY NAME SELECT id, amount FROM orders"),
        ("duckdb", "SELECT unnest({'a': amount, 'b': id}) FROM orders"),
    ],
)
def test_what_cannot_be_counted_is_not_promised(dialect: str, sql: str) -> None:
    assert promised(sql, dialect) is None


def test_nothing_is_promised_where_nothing_is_restricted() -> None:
    assert judged("SELECT id FROM orders", policy=Policy.from_dict({"allowed_tables": ["orders"]})).promise is None


@pytest.mark.parametrize(
    "columns",
    [
        {"id": [1], "name": ["Ana"], "born": ["2001-02-03"]},
        {"ID": [1], "name": [None], "born": [20010203]},
        {"id": ["7", "n/a"], "name": ["Ana", "Bo"], "born": [None, None]},
        {"id": [Decimal("1.5")], "name": ["Ana"], "born": ["1 May 2001"]},
        {"id": [True], "name": [b"Ana"], "born": [None]},
    ],
)
def test_a_result_as_promised_passes(columns: dict[str, list[Any]]) -> None:
    second_opinion(pa.table(columns), judged("SELECT id, name, born FROM people"), None)


@pytest.mark.parametrize(
    ("columns", "complaint"),
    [
        ({"id": [1], "name": ["Ana"]}, "has 2 columns where the guard expected 3"),
        ({"id": [1], "name": ["Ana"], "born": [None], "email": ["a@b.c"]}, "has 4 columns"),
        ({"id": [1], "email": ["a@b.c"], "born": [None]}, "Column 2 of the result is not 'name'"),
        ({"id": ["a@b.c"], "name": ["Ana"], "born": [None]}, "Column 1 of the result holds no numbers"),
        ({"id": [1], "name": [4711], "born": [None]}, "Column 2 of the result holds no texts"),
        ({"id": [1], "name": ["Ana"], "born": ["a@b.c"]}, "Column 3 of the result holds no dates"),
    ],
)
def test_a_result_that_looks_otherwise_is_refused(columns: dict[str, list[Any]], complaint: str) -> None:
    with pytest.raises(BrokenPromise, match=complaint) as raised:
        second_opinion(pa.table(columns), judged("SELECT id, name, born FROM people"), None)
    assert "a@b.c" not in raised.value.line() and "email" not in raised.value.line()


@pytest.mark.parametrize("names", [["id", "email", "name"], ["id", "name"], ["id", "name", "mail"]])
def test_masks_are_put_only_where_the_masked_column_surely_is(names: list[str]) -> None:
    """The last look before values show: whoever calls it, and whatever was checked before."""
    table = pa.table({name: ["a@b.c"] for name in names})
    result = Result(table, elapsed_ms=1, is_truncated=False, fingerprint="")
    with pytest.raises(Refused, match="columns are not those the guard expected"):
        mask_result(result, judged("SELECT id, name, email FROM people"))


@pytest.mark.parametrize(("confidence", "level"), [(0.5, "unverified"), (0.89, "unverified"), (0.9, "checked")])
def test_an_answer_is_checked_from_nine_tenths_of_confidence_on(confidence: float, level: str) -> None:
    assert trust_level(confidence, (), False).level == level
