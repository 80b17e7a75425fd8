"""Questions that put several things together: figures, periods, roles, absences. Run on SQLite and DuckDB."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pytest

from answerable.guard import check
from answerable.kernel.settings import Settings
from answerable.language.business.business_reader import BusinessReader, BusinessReading
from answerable.language.business.parts.question_periods import find_question_periods
from answerable.language.question.dates.date_spans import Calendar
from answerable.language.question.tokens import normalise
from answerable.semantics import build_semantics
from answerable.sources import open_source
from tests.language.business.language_school import build_language_school

Row = tuple[Any, ...]

_TODAY = Calendar(date(2025, 9, 30))

_BEST: dict[str, list[Row]] = {
    # several figures
    "how many enrolments were there in 2025 and what is the total fee": [(5, 950.0)],
    "number of enrolments and average fee per channel": [("desk", 2, 125.0), ("phone", 2, 200.0), ("web", 4, 175.0)],
    # side by side
    "enrolments per level, 2024 vs 2025": [("advanced", 1, 2), ("beginner", 2, 3)],
    "how many enrolments came by desk vs phone": [("desk", 2), ("phone", 2)],
    # periods as people shorten them
    "number of enrolments between 1 Jan and 31 Mar 2025": [(3,)],
    "how many enrolments in July and August 2025": [(2,)],
    "number of enrolments Dec 2024 to Feb 2025": [(4,)],
    "enrolments per month 2025": [("2025-01", 1), ("2025-02", 2), ("2025-07", 1), ("2025-08", 1)],
    "how many enrolments in 2025 or later": [(5,)],
    # rankings
    "which two courses have the most enrolments": [("Polish intensive", 3), ("Spanish evening", 3)],
    "which channel has the most enrolments": [("web", 4)],
    "running total of fees by month in 2024": [("2024-01", 100.0), ("2024-03", 300.0), ("2024-12", 400.0)],
    # absence
    "students who have not enrolled in 2024": [("Cem", "Dahl"), ("Dag", "Evans"), ("Eda", "Frei")],
    "number of enrolments, web excluded": [(4,)],
    # one row that is both
    "which students enrolled by phone in 2025": [("Cem", "Dahl"), ("Dag", "Evans")],
    # at least so many
    "students with at least 2 enrolments": [("Ana", "Beck", 3), ("Bor", "Cole", 2), ("Cem", "Dahl", 2)],
    # a number that is a column
    "how many seats does Danish online have": [(20,)],
}

_OFFERED: dict[str, list[Row]] = {
    "who is the manager of Ugo Silva": [("Marek", "Lund")],
    "who reports to Ines Kowal": [("Marek", "Lund"), ("Tova", "Reyes")],
    "average number of enrolments per student": [(2.0,)],
    "average days from enrolled to finished": [(100 / 6,)],
    "share of each channel in fees": [
        ("desk", 250 / 1350 * 100),
        ("phone", 400 / 1350 * 100),
        ("web", 700 / 1350 * 100),
    ],
    "growth of the fee per channel from 2024 to 2025": [("desk", 50.0), ("phone", None), ("web", 100 / 3)],
}


@pytest.fixture(scope="module", params=["sqlite", "duckdb"])
def path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("school") / f"school.{request.param}"
    build_language_school(path)
    return path


@pytest.fixture(scope="module")
def read(path: Path) -> Callable[[str], list[BusinessReading]]:
    with closing(open_source(str(path), Settings(), folder=path.parent)) as source:
        schema = source.schema()
    reader = BusinessReader(schema, build_semantics(schema), _TODAY)

    def checked(question: str) -> list[BusinessReading]:
        readings = reader.read(question)
        assert all(check(one.sql, dialect=schema.dialect, schema=schema).allowed for one in readings)
        return readings

    return checked


def _rows(path: Path, sql: str) -> list[Row]:
    opened = duckdb.connect(str(path), read_only=True) if path.suffix == ".duckdb" else sqlite3.connect(path)
    with closing(opened) as connection:
        rows: list[Row] = connection.execute(sql).fetchall()
    return [tuple(float(cell) if isinstance(cell, Decimal) else cell for cell in row) for row in rows]


def _are_same(rows: list[Row], wanted: list[Row]) -> bool:
    """What is shown beside it does no harm."""
    left = list(rows)
    for expected in wanted:
        found = next((row for row in left if all(_is_in(one, row) for one in expected)), None)
        if found is None:
            return False
        left.remove(found)
    return not left


def _is_in(cell: object, row: Row) -> bool:
    return any(one == (pytest.approx(cell) if isinstance(cell, float) else cell) for one in row)


@pytest.mark.parametrize("question", _BEST)
def test_best_reading_puts_it_together(question: str, path: Path, read: Callable[[str], list[BusinessReading]]) -> None:
    best = read(question)[0]
    assert _are_same(_rows(path, best.sql), _BEST[question]), best.sql


@pytest.mark.parametrize("question", _OFFERED)
def test_right_reading_is_offered(question: str, path: Path, read: Callable[[str], list[BusinessReading]]) -> None:
    assert any(_are_same(_rows(path, one.sql), _OFFERED[question]) for one in read(question))


@pytest.mark.parametrize(
    ("words", "periods"),
    [
        ("15 Nov to 10 Jan 2026", [("2025-11-15", "2026-01-11")]),
        ("2024 vs 2025", [("2024-01-01", "2025-01-01"), ("2025-01-01", "2026-01-01")]),
        ("leads from 2024", [("2024-01-01", "2025-01-01")]),
        ("the 2024/25 season", []),
        ("more than 2000 units", []),
    ],
)
def test_periods_are_read_as_people_shorten_them(words: str, periods: list[tuple[str, str]]) -> None:
    found = find_question_periods(normalise(words), _TODAY)
    assert [(str(one.period.start), str(one.period.end)) for one in found] == periods
