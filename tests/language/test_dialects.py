"""The same question in each dialect: it parses there, and DuckDB gives what SQLite gives."""

from __future__ import annotations

import duckdb
import pytest
import sqlglot

from answerable.language import EmbeddedTranslator
from tests.language.databases import CASES, TODAY, Case, cases, connection, schema

TRANSLATOR = EmbeddedTranslator()
DIALECTS = ("sqlite", "duckdb", "postgres", "mysql", "spark")
GRAINS = ("day", "week", "month", "quarter", "year")


@pytest.fixture(scope="module")
def duck() -> duckdb.DuckDBPyConnection:
    opened = duckdb.connect()
    opened.execute((CASES / "shop.sql").read_text(encoding="utf-8"))
    return opened


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("case", cases(), ids=lambda case: case.question)
def test_sql_parses_in_its_dialect(case: Case, dialect: str) -> None:
    for candidate in TRANSLATOR.translate(case.question, schema(case.database, dialect), TODAY).candidates:
        assert sqlglot.parse_one(candidate.sql, dialect=dialect)


@pytest.mark.parametrize("grain", GRAINS)
@pytest.mark.parametrize("counted", ["orders", "web events"])
def test_time_buckets_are_the_same_in_sqlite_and_duckdb(
    duck: duckdb.DuckDBPyConnection, counted: str, grain: str
) -> None:
    question = f"number of {counted} by {grain}"
    ours, theirs = (TRANSLATOR.translate(question, schema("shop", d), TODAY).best for d in ("sqlite", "duckdb"))
    assert ours is not None
    assert theirs is not None
    rows = connection("shop").execute(ours.sql).fetchall()
    assert duck.execute(theirs.sql).fetchall() == rows
    assert len(rows) > 1


@pytest.mark.parametrize("case", [case for case in cases() if case.database == "shop"], ids=lambda case: case.question)
def test_shop_question_runs_on_duckdb(duck: duckdb.DuckDBPyConnection, case: Case) -> None:
    best = TRANSLATOR.translate(case.question, schema("shop", "duckdb"), TODAY).best
    assert best is not None
    assert len(duck.execute(best.sql).fetchall()) == len(connection("shop").execute(case.gold).fetchall())


@pytest.mark.parametrize(
    ("dialect", "bucket", "bound"),
    [
        ("sqlite", "STRFTIME('%Y-%m', order_date)", "order_date >= '2024-01-01'"),
        ("duckdb", "STRFTIME(order_date, '%Y-%m')", "order_date >= CAST('2024-01-01' AS DATE)"),
        ("postgres", "TO_CHAR(order_date, 'YYYY-MM')", "order_date >= CAST('2024-01-01' AS DATE)"),
        ("mysql", "DATE_FORMAT(CAST(orders.`order_date` AS DATE), '%Y-%m')", "`order_date` >= '2024-01-01'"),
        ("spark", "DATE_FORMAT(order_date, 'yyyy-MM')", "order_date >= CAST('2024-01-01' AS DATE)"),
    ],
)
def test_months_and_bounds_are_written_as_the_engine_wants(dialect: str, bucket: str, bound: str) -> None:
    best = TRANSLATOR.translate("total revenue by month in 2024", schema("shop", dialect), TODAY).best
    assert best is not None
    assert f"{bucket} AS month" in best.sql
    assert bound in best.sql
