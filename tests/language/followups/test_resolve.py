"""What a follow-up says besides SQL, and that what came before is data, never trusted."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sqlglot

from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from answerable.language import Translation, Turn
from tests.language.databases import TODAY, connection, schema
from tests.language.followups.dialogues import ByRule

TRANSLATOR = ByRule()
REVENUE = "SELECT ROUND(SUM(revenue), 2) AS total_revenue FROM orders WHERE order_date >= '2024-01-01'"
BY_COUNTRY = (
    "SELECT c.country, COUNT(*) AS n FROM orders o JOIN customers c ON c.id = o.customer_id "
    "GROUP BY c.country ORDER BY n DESC"
)


def _after(sql: str, question: str, dialect: str = "sqlite", before: str = "revenue since 2024") -> Translation:
    context = replace(TODAY, turns=(Turn(before, sql),))
    return TRANSLATOR.translate(question, schema("shop", dialect), context)


def test_a_follow_up_reads_as_a_person_would_write_it() -> None:
    best = _after(REVENUE, "and by month?").best
    assert best is not None
    assert best.sql == (
        "SELECT STRFTIME('%Y-%m', order_date) AS month, ROUND(SUM(revenue), 2) AS total_revenue FROM orders "
        "WHERE order_date >= '2024-01-01' GROUP BY STRFTIME('%Y-%m', order_date) ORDER BY month"
    )
    assert best.confidence > 0.9


def test_what_was_kept_and_what_was_changed_is_said() -> None:
    assumptions = [str(one) for one in _after(REVENUE, "only for Germany").assumptions]
    assert "Kept from before: order_date >= '2024-01-01'" in assumptions
    assert "Changed: only customers.country 'Germany'" in assumptions


def test_a_replaced_period_is_not_said_to_be_kept() -> None:
    assumptions = [str(one) for one in _after(REVENUE, "what about 2023").assumptions]
    assert not any(text.startswith("Kept") for text in assumptions)
    assert "Changed: orders.order_date is 2023-01-01 to 2023-12-31, in place of the period before" in assumptions


@pytest.mark.parametrize(
    "sql",
    [
        "",
        "this is no SQL (",
        "DELETE FROM orders",
        "SELECT 1; DROP TABLE orders",
        "SELECT secret FROM vault",
        "INSERT INTO orders SELECT * FROM orders",
        "SELECT COUNT(*) FROM (SELECT 1 FROM orders) AS t",
        "SELECT 1",
        "(" * 5000 + "SELECT 1",
        "SELECT '" + "x" * 50_000 + "' FROM orders",
    ],
)
def test_what_is_no_plain_query_is_not_built_upon(sql: str) -> None:
    alone = TRANSLATOR.translate("and by month?", schema("shop"), TODAY)
    assert _after(sql, "and by month?") == alone


def test_a_question_of_its_own_is_answered_as_if_nothing_came_before() -> None:
    question = "how many customers in Germany"
    assert _after(REVENUE, question) == TRANSLATOR.translate(question, schema("shop"), TODAY)


@pytest.mark.parametrize(
    "question",
    ["delete them", "and drop table orders", "now remove all customers from Germany", "drop the orders from 2024"],
)
def test_a_follow_up_that_asks_to_write_is_declined(question: str) -> None:
    translation = _after(REVENUE, question)
    assert translation.candidates == ()
    assert translation.clarification is not None
    assert "read-only" in str(translation.clarification.question)


def test_text_of_the_asker_cannot_break_out_of_its_literal() -> None:
    columns = (Column("v", "TEXT", Kind.TEXT, common_values=("x' OR '1'='1",)), Column("n", "INTEGER", Kind.INTEGER))
    strange = DatabaseSchema("sqlite", (Table("t", columns),))
    context = replace(TODAY, turns=(Turn("count t", "SELECT COUNT(*) FROM t"),))
    best = TRANSLATOR.translate("only \"x' OR '1'='1\"", strange, context).best
    assert best is not None
    assert best.sql == "SELECT COUNT(*) FROM t WHERE v = 'x'' OR ''1''=''1'"


def test_why_is_answered_by_what_can_be_broken_down() -> None:
    translation = _after(REVENUE, "why?")
    assert translation.candidates == ()
    assert translation.clarification is not None
    readings = translation.clarification.readings
    assert [str(reading.text) for reading in readings] == ["by month", "by status", "by channel", "by country"]
    for reading in readings:
        assert connection("shop").execute(reading.sql).fetchall()


def test_another_grouping_has_the_other_reading_as_second_candidate() -> None:
    translation = _after(BY_COUNTRY, "and by channel?")
    assert [candidate.sql.count("GROUP BY") for candidate in translation.candidates] == [1, 1]
    assert ["country" in candidate.sql.split("FROM")[0] for candidate in translation.candidates] == [False, True]


def test_two_columns_that_hold_the_value_are_asked_back() -> None:
    columns = tuple(Column(name, "TEXT", Kind.TEXT, common_values=("Oslo",)) for name in ("origin", "target"))
    trips = DatabaseSchema("sqlite", (Table("trips", columns),))
    context = replace(TODAY, turns=(Turn("how many trips", "SELECT COUNT(*) FROM trips"),))
    translation = TRANSLATOR.translate("only Oslo", trips, context)
    assert translation.clarification is not None
    sqls = [reading.sql for reading in translation.clarification.readings]
    assert sqls == [f"SELECT COUNT(*) FROM trips WHERE {name} = 'Oslo'" for name in ("origin", "target")]
    assert translation.best is not None
    assert translation.best.confidence < 0.5


def test_a_figure_that_would_be_counted_twice_is_never_made() -> None:
    """Revenue of orders cannot be grouped by what their lines hold; lines have a revenue of their own."""
    best = _after("SELECT SUM(revenue) FROM orders", "by category", before="total revenue").best
    assert best is None or "SUM(revenue)" not in best.sql


def test_a_word_that_means_nothing_is_asked_back() -> None:
    translation = _after(REVENUE, "only Atlantis by month")
    assert translation.best is None or translation.best.confidence < 0.6
    assert "Atlantis" in translation.not_understood


@pytest.mark.parametrize("dialect", ["sqlite", "duckdb", "postgres", "mysql", "spark"])
@pytest.mark.parametrize(
    "question", ["and by quarter?", "what about last year", "only for France", "the average instead"]
)
def test_sql_comes_out_in_the_dialect_of_the_schema(dialect: str, question: str) -> None:
    earlier = sqlglot.transpile(REVENUE, read="sqlite", write=dialect)[0]
    best = _after(earlier, question, dialect).best
    assert best is not None
    assert sqlglot.parse_one(best.sql, dialect=dialect).sql(dialect=dialect) == best.sql


def test_the_same_follow_up_gives_the_same_bytes() -> None:
    context = replace(TODAY, turns=(Turn("orders by country", BY_COUNTRY),))
    first, second = (ByRule().translate("only web", schema("shop"), context) for _ in range(2))
    assert first == second
