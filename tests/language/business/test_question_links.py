"""Words of a question find the things of the data that people mean by them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from answerable.kernel.settings import Settings
from answerable.language.business.business_reader import BusinessReader
from answerable.language.question.dates.date_spans import Calendar
from answerable.semantics import build_semantics
from answerable.sources import open_source
from tests.language.business.kiln_studio import build_kiln_studio

Row = tuple[Any, ...]

_ANSWERS: dict[str, list[Row]] = {
    # other words for rows
    "how many customers are there": [(2,)],
    "number of employees": [(3,)],
    # what rows are worth: lines of cancelled orders and of test accounts are left out
    "revenue in 2025": [(555.0,)],
    "total turnover": [(555.0,)],
    # a row by its number
    "what is the status of order KS-1003": [("KS-1003", "shipped")],
    "how many lines does order ks-1001 have": [(2,)],
    # dates that are missing or there
    "how many orders are unpaid": [(2,)],
    "how many orders are paid": [(4,)],
    "former potters": [("Jonas", "Reed")],
    "current potters": [("Ines", "Moor"), ("Kaia", "Lund")],
    # a condition taken back by what follows it
    "number of orders, cancelled ones left out": [(5,)],
    "how many orders w/o cancelled ones": [(5,)],
    # days without a year
    "how many orders were placed between 5 February and 12 March 2025": [(3,)],
    "orders paid in March 2025, how many": [(1,)],
    # the day on which rows came into a state
    "how many orders were cancelled in April 2025": [(1,)],
}


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("studio") / "studio.db"
    build_kiln_studio(path)
    return path


@pytest.fixture(scope="module")
def reader(studio: Path) -> BusinessReader:
    with closing(open_source(str(studio), Settings(), folder=studio.parent)) as source:
        schema = source.schema()
    return BusinessReader(schema, build_semantics(schema), Calendar(date(2025, 7, 15)))


@pytest.mark.parametrize("question", _ANSWERS)
def test_best_reading_gives_the_rows_that_are_meant(question: str, reader: BusinessReader, studio: Path) -> None:
    readings = reader.read(question)
    assert readings, question
    with closing(sqlite3.connect(studio)) as connection:
        rows = connection.execute(readings[0].sql).fetchall()
    assert sorted(rows) == sorted(_ANSWERS[question]), readings[0].sql


def test_verb_that_says_what_was_done_leaves_cancelled_rows_out(reader: BusinessReader) -> None:
    sql = reader.read("how many orders did customers buy")[0].sql
    assert "cancelled" in sql


def test_word_that_is_spelled_right_is_no_misspelling(reader: BusinessReader) -> None:
    (reading, *_) = reader.read("how many orders are there for potters in the hall")
    assert "hall" not in reading.sql.casefold()
