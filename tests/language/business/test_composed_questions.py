"""Plans against what happened, changes, rates, repeats, delays and discounts. Run on every engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from answerable.guard import check
from answerable.kernel.settings import Settings
from answerable.language.business.business_reader import BusinessReader, BusinessReading
from answerable.language.business.descriptions.describe_query import describe_business_query
from answerable.language.question.dates.date_spans import Calendar
from answerable.semantics import build_semantics
from answerable.sources import Limits, Source, open_source
from tests.language.business.paint_shop import paint_shop
from tests.sources.made import ENGINES, make_database

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


@pytest.fixture(scope="module", params=ENGINES)
def source(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Source]:
    folder: Path = tmp_path_factory.mktemp("paint")
    spec = make_database(request, folder, request.param, paint_shop())
    with closing(open_source(spec, Settings(), folder=folder)) as opened:
        yield opened


@pytest.fixture(scope="module")
def read(source: Source) -> Callable[[str], list[BusinessReading]]:
    schema = source.schema()
    model = build_semantics(schema)
    reader = BusinessReader(schema, model, _TODAY)

    def checked(question: str) -> list[BusinessReading]:
        readings = reader.read(question)
        assert all(check(one.sql, dialect=schema.dialect, schema=schema).allowed for one in readings)
        assert describe_business_query(readings[0].query, model) is not None
        return readings

    return checked


def _rows(source: Source, sql: str) -> list[Row]:
    columns = source.run(sql, Limits()).table.to_pydict()
    return list(zip(*columns.values(), strict=True))


def _has(row: Row, wanted: Row) -> bool:
    """What is shown beside it does no harm."""
    return all(any(_is_same(one, cell) for cell in row) for one in wanted)


def _is_same(wanted: object, cell: object) -> bool:
    if isinstance(wanted, str) or isinstance(cell, str) or cell is None:
        return wanted == cell
    return float(str(cell)) == pytest.approx(float(str(wanted)))


@pytest.mark.parametrize("question", _BEST)
def test_best_reading_composes_the_query(
    question: str, source: Source, read: Callable[[str], list[BusinessReading]]
) -> None:
    best, wanted = read(question)[0], _BEST[question]
    rows = _rows(source, best.sql)
    assert len(rows) == len(wanted) and all(any(_has(row, one) for row in rows) for one in wanted), (best.sql, rows)
