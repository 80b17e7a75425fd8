"""The SQL of business queries reads well: figures, rows and tables have names, and its rows stay the same."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import duckdb
import pytest
from sqlglot import parse_one

from answerable.kernel.settings import Settings
from answerable.language.business.business_query import (
    Attribute,
    BusinessQuery,
    DateGrain,
    EntityRow,
    Existence,
    PeriodTest,
    QueryFigure,
    RowRanking,
)
from answerable.language.business.relationship_paths import RelationshipPaths
from answerable.language.business.sql_writer.joined_rows import WriterSource
from answerable.language.business.sql_writer.query_writer import write_business_query
from answerable.semantics import build_semantics
from answerable.sources import open_source
from tests.language.business.boat_hire import build_boat_hire

AMOUNT = QueryFigure("sum", "hires", "amount_cents")
COUNT = QueryFigure("count", "hires")
IN_2024 = PeriodTest("hires", "hired_on", date(2024, 1, 1), date(2025, 1, 1))

NAMED: dict[str, tuple[BusinessQuery, list[str]]] = {
    "a count": (BusinessQuery("hires", figures=(COUNT,)), ["hires"]),
    "a total": (BusinessQuery("hires", figures=(AMOUNT,)), ["total_amount"]),
    "an average": (BusinessQuery("boats", figures=(QueryFigure("avg", "boats", "price_cents"),)), ["average_price"]),
    "a date": (BusinessQuery("hires", figures=(QueryFigure("max", "hires", "hired_on"),)), ["latest_hired_date"]),
    "different values": (
        BusinessQuery("members", figures=(QueryFigure("count_distinct", "members", "town"),)),
        ["different_towns"],
    ),
    "a row's name": (BusinessQuery("hires", figures=(COUNT,), groups=(EntityRow("boats"),)), ["boat", "hires"]),
    "two names of a person": (BusinessQuery("members", outputs=(EntityRow("members"),)), ["first_name", "last_name"]),
    "a month": (
        BusinessQuery("hires", figures=(AMOUNT,), groups=(DateGrain("hires", "hired_on", "month"),)),
        ["month", "total_amount"],
    ),
    "the same figure twice": (BusinessQuery("hires", figures=(AMOUNT, AMOUNT)), ["total_amount", "hire_total_amount"]),
    "periods side by side": (
        BusinessQuery("hires", figures=(replace(COUNT, tests=(IN_2024,)), replace(AMOUNT, tests=(IN_2024,)))),
        ["hires_2024", "total_amount_2024"],
    ),
    "a ratio": (BusinessQuery("hires", figures=(replace(COUNT, per="members"),)), ["hires_per_member"]),
    "the first of each": (
        BusinessQuery(
            "hires",
            figures=(AMOUNT,),
            groups=(Attribute("boats", "boat_type"), EntityRow("boats")),
            ranking=RowRanking(AMOUNT, per=(Attribute("boats", "boat_type"),)),
        ),
        ["boat_type", "boat", "total_amount"],
    ),
    "rows without others": (
        BusinessQuery(
            "boats", outputs=(EntityRow("boats"),), tests=(Existence("hires", is_negated=True), Existence("hires"))
        ),
        ["boat"],
    ),
}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("named") / "boats.sqlite"
    build_boat_hire(path)
    return path


@pytest.fixture(scope="module")
def source(path: Path) -> WriterSource:
    with closing(open_source(str(path), Settings(), folder=path.parent)) as opened:
        schema = opened.schema()
    model = build_semantics(schema)
    return WriterSource(schema, model, RelationshipPaths(model), date(2025, 7, 15))


@pytest.mark.parametrize("name", NAMED)
def test_columns_have_names_that_people_read(name: str, source: WriterSource, path: Path) -> None:
    query, names = NAMED[name]
    sql = write_business_query(query, source)
    with closing(sqlite3.connect(path)) as connection:
        shown = connection.execute(sql).description
    assert [column[0] for column in shown] == names, sql


def test_tables_stand_under_their_own_names(source: WriterSource) -> None:
    sql = write_business_query(NAMED["rows without others"][0], source)
    assert "t0" not in sql
    assert "AS hires_2" in sql, "two tables of one statement never share a name"
    assert parse_one(sql, read="sqlite")


def test_figure_may_be_called_like_its_table(source: WriterSource) -> None:
    sql = write_business_query(NAMED["a row's name"][0], source)
    connection = duckdb.connect()
    connection.execute("CREATE TABLE boats (id INT, name TEXT); CREATE TABLE hires (id INT, boat_id INT)")
    connection.execute("INSERT INTO boats VALUES (1, 'Heron'); INSERT INTO hires VALUES (1, 1), (2, 1)")
    assert connection.execute(sql).fetchall() == [("Heron", 2)]
