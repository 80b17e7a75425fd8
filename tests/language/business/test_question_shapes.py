"""The shapes of questions: lists with several columns and an order, look-ups, kinds of rows in the place of a noun,
figures beside rows, averages as a bound, absences without a word for them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from answerable.guard import check
from answerable.kernel.settings import Settings
from answerable.language.business.business_reader import BusinessReader
from answerable.language.business.links.question_cues import find_question_cues
from answerable.language.question.dates.date_spans import Calendar
from answerable.language.question.tokens import normalise
from answerable.semantics import build_semantics
from answerable.sources import open_source
from tests.language.business.bake_fair import build_bake_fair
from tests.language.business.parcel_run import build_parcel_run

Row = tuple[Any, ...]

_BEST: dict[str, list[Row]] = {
    # several columns, in the order that is asked for
    "cakes with their kind and price, cheapest first": [
        ("Rye Hill", "Loaf", 9.0),
        ("Lemon Slip", "Tart", 24.0),
        ("Plum Crown", "Tart", 28.0),
        ("Dark Harbour", "Sponge", 32.0),
        ("Almond Ring", "Sponge", 36.0),
        ("Fig Tower", "Tart", 41.0),
    ],
    "amount per stall, highest first": [("Quay", 71.0), ("Old Mill", 35.5)],
    "name and town of the bakers": [
        ("Oda", "Brandt", "Bergen"),
        ("Ivo", "Keller", "Bergen"),
        ("Mina", "Sorel", "Lier"),
        ("Tove", "Ahlund", "Lier"),
    ],
    "which bakers have left, and when?": [("Ivo", "Keller", "2025-04-30"), ("Tove", "Ahlund", "2025-06-15")],
    # look-ups
    "phone number of Oda Brandt": [("555-0101",)],
    "how much is the Plum Crown": [(28.0,)],
    # a kind in the place of its noun
    "tarts from most to least expensive": [("Fig Tower", 41.0), ("Plum Crown", 28.0), ("Lemon Slip", 24.0)],
    "who decorated Dark Harbour": [("Ivo", "Keller")],
    "which decorator has the most cakes": [("Ivo", "Keller", 2)],
    # judged by others
    "best rated cake with at least 3 marks": [("Almond Ring", 14 / 3)],
    # figures beside rows
    "stalls with their town and total amount": [("Quay", "Bergen", 71.0), ("Old Mill", "Lier", 35.5)],
    "Quay vs Old Mill: sales and amount": [("Quay", 4, 71.0), ("Old Mill", 4, 35.5)],
    "top 2 cakes by amount, with pieces": [("Almond Ring", 38.5, 11), ("Dark Harbour", 27.0, 9)],
    "top 2 sellers by amount": [("Almond Ring", 38.5), ("Dark Harbour", 27.0)],
    # an average as a bound
    "tarts that cost more than the average tart": [("Fig Tower", 41.0)],
    "cakes that need longer in the oven than the average cake": [
        ("Dark Harbour", 55),
        ("Rye Hill", 70),
        ("Almond Ring", 50),
    ],
    "how many tarts are above average in price": [(1,)],
    # one of each
    "dearest cake of each kind": [
        ("Loaf", "Rye Hill", 9.0),
        ("Sponge", "Almond Ring", 36.0),
        ("Tart", "Fig Tower", 41.0),
    ],
    "best selling cake of each month": [
        ("2025-05", "Lemon Slip", 6),
        ("2025-05", "Dark Harbour", 6),
        ("2025-06", "Almond Ring", 11),
    ],
    # one figure by another
    "amount per piece by stall": [("Quay", 71 / 22), ("Old Mill", 35.5 / 17)],
    "by how many percent did the amount grow from May 2025 to June 2025": [((70.5 / 36 - 1) * 100,)],
    # nothing happened
    "stalls that never sold Rye Hill": [("Quay",), ("Station",)],
    "which stalls had no Tart sales in 2025": [("Station",)],
    "cakes sold in June 2025 but not in May 2025": [("Plum Crown",), ("Rye Hill",), ("Almond Ring",)],
    "cakes nobody has tasted": [("Fig Tower",)],
}


_BEST_OF_PARCELS: dict[str, list[Row]] = {
    # two keys to one table
    "how many parcels from Ardal to Brenna": [(2,)],
    "how many parcels went from Ardal": [(3,)],
    # of a parent that has it, where another has one too
    "parcels per sender region": [("Hills", 4), ("Lakes", 2)],
    # what not every row belongs to
    "how many parcels had a rider": [(4,)],
    "how many parcels are without a rider": [(2,)],
    "what share of parcels had no rider": [(100 / 3,)],
    # one date against another
    "how many parcels were delivered late": [(2,)],
    "on-time rate by sender": [("Ink and Co", 100.0), ("Moss Books", 50.0), ("Tinsel Shop", 50.0)],
    # age is no date of coming
    "oldest rider": [("Otto", "Brask", "1968-11-23")],
    "oldest hub": [("Corvo", 1987)],
}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("fair") / "fair.sqlite"
    build_bake_fair(path)
    return path


@pytest.fixture(scope="module")
def reader(path: Path) -> BusinessReader:
    return _reader(path)


def _reader(path: Path) -> BusinessReader:
    with closing(open_source(str(path), Settings(), folder=path.parent)) as source:
        schema = source.schema()
    return BusinessReader(schema, build_semantics(schema), Calendar(date(2025, 9, 30)))


def _about(cell: Any) -> Any:
    return pytest.approx(cell) if isinstance(cell, float) else cell


def _rows(path: Path, sql: str) -> list[Row]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


@pytest.mark.parametrize("question", _BEST)
def test_best_reading_has_the_shape_that_is_asked_for(question: str, path: Path, reader: BusinessReader) -> None:
    best = reader.read(question)[0]
    wanted = [tuple(map(_about, row)) for row in _BEST[question]]
    rows = _rows(path, best.sql)
    ordered = rows if "first" in question or "from" in question or "top" in question else sorted(rows, key=str)
    assert ordered == (wanted if ordered is rows else sorted(wanted, key=str)), best.sql


@pytest.fixture(scope="module")
def parcels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("parcels") / "parcels.sqlite"
    build_parcel_run(path)
    return path


@pytest.fixture(scope="module")
def parcel_reader(parcels: Path) -> BusinessReader:
    return _reader(parcels)


@pytest.mark.parametrize("question", _BEST_OF_PARCELS)
def test_best_reading_follows_the_keys_and_dates_that_are_meant(
    question: str, parcels: Path, parcel_reader: BusinessReader
) -> None:
    best = parcel_reader.read(question)[0]
    wanted = [tuple(map(_about, row)) for row in _BEST_OF_PARCELS[question]]
    assert sorted(_rows(parcels, best.sql), key=str) == sorted(wanted, key=str), best.sql


def test_biggest_of_each_month_is_offered_with_what_is_asked_beside_it(path: Path, reader: BusinessReader) -> None:
    offered = [_rows(path, one.sql) for one in reader.read("for each month the biggest sale and the stall")]
    assert [("2025-05", 3, "Quay", 18.0), ("2025-06", 7, "Quay", 35.0)] in offered


def test_average_of_all_rows_is_offered_beside_that_of_the_rows_asked_about(path: Path, reader: BusinessReader) -> None:
    offered = [
        _rows(path, one.sql) for one in reader.read("sponges that need longer in the oven than the average cake")
    ]
    assert [("Dark Harbour", 55), ("Almond Ring", 50)] in offered
    assert [("Dark Harbour", 55)] in offered


@pytest.mark.parametrize("question", _BEST)
def test_every_reading_may_be_run(question: str, path: Path, reader: BusinessReader) -> None:
    for one in reader.read(question):
        assert check(one.sql, dialect="sqlite").allowed
        _rows(path, one.sql)


@pytest.mark.parametrize(
    ("question", "meaning", "has"),
    [
        ("number of cakes", "count", True),
        ("total number of cakes", "count", True),
        ("phone number of Oda", "count", False),
        ("heaviest first", "order_desc", True),
        ("films longer than the average film", "above_average", True),
        ("deals smaller than our average deal", "below_average", True),
        ("the average price over 5 years", "above_average", False),
        ("by how many percent did sales grow", "count", False),
    ],
)
def test_cues_of_shape(question: str, meaning: str, has: bool) -> None:
    assert find_question_cues(normalise(question)).has(meaning) is has
