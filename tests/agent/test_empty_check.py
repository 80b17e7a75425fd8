"""What is said of a result without rows: only what is known."""

from __future__ import annotations

import pyarrow as pa
import pytest

from answerable.agent.checks.base import Outcome
from answerable.agent.checks.empty import empty
from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from answerable.sources import Result


def said_of(column: Column, sql: str) -> list[str]:
    schema = DatabaseSchema("sqlite", (Table("shops", (column,)),))
    result = Result(pa.table({"city": pa.array([], pa.string())}), False, 1, "")
    return list(map(str, empty(Outcome(sql, result, schema, 100))))


@pytest.mark.parametrize(
    ("distinct", "said"),
    [
        (2, "No row has city 'Rome'; values are 'Bonn', 'Lima'."),
        (900, "'Rome' is not among the values seen in city; some of these are 'Bonn', 'Lima'."),
        (None, "'Rome' is not among the values seen in city; some of these are 'Bonn', 'Lima'."),
    ],
)
def test_value_that_was_not_seen(distinct: int | None, said: str) -> None:
    city = Column("city", "TEXT", Kind.TEXT, common_values=("Bonn", "Lima"), distinct_estimate=distinct)
    assert said_of(city, "SELECT city FROM shops WHERE city = 'Rome'") == ["No rows match.", said]


def test_value_that_was_seen_is_not_blamed() -> None:
    city = Column("city", "TEXT", Kind.TEXT, common_values=("Bonn", "Lima"), distinct_estimate=2)
    assert said_of(city, "SELECT city FROM shops WHERE city = 'Bonn'") == ["No rows match."]
