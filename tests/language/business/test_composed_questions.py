"""Plans against what happened, changes, rates, repeats, delays and discounts. Run on SQLite and DuckDB."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest

from answerable.guard import check
from answerable.kernel.settings import Settings
from answerable.language.business.business_reader import BusinessReader, BusinessReading
from answerable.language.business.describe_query import describe_business_query
from answerable.language.question.dates.date_spans import Calendar
from answerable.semantics import build_semantics
from answerable.sources import open_source
from tests.language.business.paint_shop import build_paint_shop

Row = tuple[Any, ...]

_TODAY = Calendar(date(2025, 9, 30))

_BEST: dict[str, list[Row]] = {
    # plan against what happened
    "revenue vs target by month for 2025": [("2025-01", 400, 300), ("2025-02", 120, 150), ("2025-03", 200, 200)],
    "did we hit the target in January 2025": [(400, 300)],
    "which months of 2025 missed the revenue target": [("2025-02",)],
    "in how many months did we beat the target": [(2,)],
    # changes
    "which channel grew the most between 2024 and 2025": [("web",)],
    "which channel dropped the most between 2024 and 2025": [("shop",)],
    "which countries had lower revenue in 2025 than in 2024": [],
    "which customers had lower revenue in 2025 than in 2024": [("Birk Studio",)],
    # rates
    "return rate by category": [("wall", 2 / 6 * 100), ("wood", 1 / 2 * 100)],
    "cancellation rate by channel": [("web", 20), ("shop", 0)],
    "share of web orders per year": [("2024", 2 / 3 * 100), ("2025", 60)],
    "share of order lines with a discount": [(3 / 9 * 100,)],
    # so many
    "which customers bought only once": [],
    "how many customers bought exactly twice": [(2,)],
    "customers with exactly 3 orders": [("Alder Homes",)],
    "how many customers have fewer than 2 orders": [(2,)],
    "what percentage of buyers came back for a second order": [(100,)],
    # of each
    "how many items are in an order on average": [(21 / 7,)],
    "average revenue per Norwegian customer": [(920 / 2,)],
    "customers who spend more than the average customer": [("Alder Homes",), ("Birk Studio",)],
    # delays
    "how long does it take on average until something is returned": [(10,)],
    # discounts
    "how much did we give away in discounts in 2025": [(75,)],
}


@pytest.fixture(scope="module", params=["sqlite", "duckdb"])
def path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("paint") / f"paint.{request.param}"
    build_paint_shop(path)
    return path


@pytest.fixture(scope="module")
def read(path: Path) -> Callable[[str], list[BusinessReading]]:
    with closing(open_source(str(path), Settings(), folder=path.parent)) as source:
        schema = source.schema()
    model = build_semantics(schema)
    reader = BusinessReader(schema, model, _TODAY)

    def checked(question: str) -> list[BusinessReading]:
        readings = reader.read(question)
        assert all(check(one.sql, dialect=schema.dialect, schema=schema).allowed for one in readings)
        assert describe_business_query(readings[0].query, model) is not None
        return readings

    return checked


def _rows(path: Path, sql: str) -> list[Row]:
    opened = duckdb.connect(str(path), read_only=True) if path.suffix == ".duckdb" else sqlite3.connect(path)
    with closing(opened) as connection:
        return connection.execute(sql).fetchall()


def _has(row: Row, wanted: Row) -> bool:
    """What is shown beside it does no harm."""
    return all(any(_is_same(one, cell) for cell in row) for one in wanted)


def _is_same(wanted: object, cell: object) -> bool:
    if isinstance(wanted, str) or isinstance(cell, str) or cell is None:
        return wanted == cell
    return float(str(cell)) == pytest.approx(float(str(wanted)))


@pytest.mark.parametrize("question", _BEST)
def test_best_reading_composes_the_query(
    question: str, path: Path, read: Callable[[str], list[BusinessReading]]
) -> None:
    best, wanted = read(question)[0], _BEST[question]
    rows = _rows(path, best.sql)
    assert len(rows) == len(wanted) and all(any(_has(row, one) for row in rows) for one in wanted), (best.sql, rows)
