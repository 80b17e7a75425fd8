"""Business questions give the rows that people mean, and SQL that the guard lets through."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import sqlglot

from answerable.guard import check
from answerable.kernel.schema import DatabaseSchema
from answerable.kernel.settings import Settings
from answerable.language.business.business_reader import BusinessReader
from answerable.language.question.dates.date_spans import Calendar
from answerable.semantics import build_semantics
from answerable.sources import open_source
from tests.language.business.boat_hire import build_boat_hire

Row = tuple[Any, ...]

_TODAY = Calendar(date(2025, 7, 15))

_ANSWERS: dict[str, list[Row]] = {
    # counts
    "how many members are there": [(5,)],
    "how many hires were there in 2025": [(4,)],
    "how many members live in Lindau": [(2,)],
    # groups
    "number of hires per boat type": [("canoe", 4), ("dinghy", 4)],
    "how many members per town": [("Bregenz", 2), ("Konstanz", 1), ("Lindau", 2)],
    # periods
    "hires per month in 2025": [("2025-01", 1), ("2025-02", 2), ("2025-06", 1)],
    "number of hires by year": [("2024", 4), ("2025", 4)],
    "number of hires per quarter in 2025": [("2025-Q1", 3), ("2025-Q2", 1)],
    # rankings
    "which member has the most hires": [("Ada", "Park", 4)],
    "top 2 members by amount": [("Ada", "Park", 325.0), ("Bo", "Stein", 110.0)],
    "the most expensive boat": [("Osprey", 450.0)],
    # shares and growth
    "what percentage of hires are open": [(25.0,)],
    "growth of the amount from 2024 to 2025": [((330.0 - 215.0) / 215.0 * 100,)],
    # absence
    "which boats were never hired": [("Osprey",)],
    "members without hires": [("Eve", "Brand")],
    # flags and statuses
    "list all active members": [("Ada", "Park"), ("Bo", "Stein"), ("Dee", "Falk")],
    "how many hires are open": [(2,)],
    # cents
    "total amount of hires in 2024": [(215.0,)],
    "average price per boat type": [("canoe", 27.5), ("dinghy", 80.0), ("yacht", 450.0)],
    "boats with a price over 50": [("Kestrel",), ("Osprey",)],
    # dates in text
    "how many members joined in 2023": [(2,)],
    "members who joined in 2024": [("Cy", "Moor"), ("Dee", "Falk")],
}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("boat_hire") / "boats.sqlite"
    build_boat_hire(path)
    return path


@pytest.fixture(scope="module")
def schema(path: Path) -> DatabaseSchema:
    with closing(open_source(str(path), Settings(), folder=path.parent)) as source:
        return source.schema()


@pytest.fixture(scope="module")
def reader(schema: DatabaseSchema) -> BusinessReader:
    return BusinessReader(schema, build_semantics(schema), _TODAY)


@pytest.fixture(scope="module")
def run(path: Path) -> Iterator[Callable[[str], list[Row]]]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        yield lambda sql: connection.execute(sql).fetchall()


@pytest.mark.parametrize("question", _ANSWERS)
def test_best_reading_gives_the_rows_that_are_meant(
    question: str, reader: BusinessReader, run: Callable[[str], list[Row]]
) -> None:
    best = reader.read(question)[0]
    rows = run(best.sql)
    wanted = _ANSWERS[question]
    assert len(rows) == len(wanted), best.sql
    for row, expected in zip(sorted(rows), sorted(wanted), strict=True):
        assert _shows(row, expected), best.sql


def _shows(row: Row, expected: Row) -> bool:
    """What is shown beside it does no harm."""
    return all(any(cell == (pytest.approx(one) if isinstance(one, float) else one) for cell in row) for one in expected)


def test_guard_lets_every_reading_through(reader: BusinessReader, schema: DatabaseSchema) -> None:
    for question in _ANSWERS:
        for reading in reader.read(question):
            assert check(reading.sql, dialect="sqlite", schema=schema).allowed, reading.sql


@pytest.mark.parametrize("dialect", ["duckdb", "postgres", "mysql"])
@pytest.mark.slow
def test_every_reading_parses_in_other_dialects(dialect: str, schema: DatabaseSchema) -> None:
    other = replace(schema, dialect=dialect)
    reader = BusinessReader(other, build_semantics(other), _TODAY)
    for question in _ANSWERS:
        readings = reader.read(question)
        assert readings, question
        for reading in readings:
            assert sqlglot.parse_one(reading.sql, read=dialect), reading.sql


def test_same_question_gives_the_same_readings(reader: BusinessReader, schema: DatabaseSchema) -> None:
    other = BusinessReader(schema, build_semantics(schema), _TODAY)
    for question in _ANSWERS:
        assert [one.sql for one in reader.read(question)] == [one.sql for one in other.read(question)]


def test_misspelled_word_is_understood(reader: BusinessReader, run: Callable[[str], list[Row]]) -> None:
    assert run(reader.read("how many membres are there")[0].sql) == [(5,)]


def test_nothing_known_gives_no_reading(reader: BusinessReader) -> None:
    assert reader.read("why is the sky blue") == []
