"""What a result gives away about itself: too high, too round, at odds with what was defined."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from answerable.agent.checks import CHECKS
from answerable.agent.events import Answered
from answerable.agent.question import Question
from answerable.agent.run import Agent
from answerable.answers.answer import Answer
from answerable.kernel.knowledge import CanonicalMetric, Known
from tests.agent.shop import Fixed, make_shop, shop_context

REVENUE = CanonicalMetric(
    "Revenue",
    "What closed orders brought in.",
    "SELECT SUM(amount) FROM orders WHERE status = 'closed'",
    synonyms=("takings",),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_shop(tmp_path)
    return tmp_path


def answer(folder: Path, sql: str, question: str = "what is asked", known: Known | None = None) -> Answer:
    with shop_context(folder, translator=Fixed(sql), known=known or Known()) as run_context:
        last = Agent(run_context).ask(Question(question))
    assert isinstance(last, Answered), last
    return last.answer


def caveats(folder: Path, sql: str, question: str = "what is asked", known: Known | None = None) -> str:
    return " ".join(answer(folder, sql, question, known).provenance.caveats)


def grow(folder: Path, *statements: str) -> None:
    with sqlite3.connect(folder / "shop.db") as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def test_every_check_says_what_it_is_for() -> None:
    assert all(check.__doc__ for check in CHECKS)


def test_a_plain_answer_has_no_caveat(folder: Path) -> None:
    found = answer(folder, "SELECT SUM(amount) AS total FROM orders")
    assert found.provenance.caveats == ()
    assert found.trust.level == "checked"


def test_a_join_that_multiplies_a_sum_is_said(folder: Path) -> None:
    grow(folder, "CREATE TABLE lines (id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders (id), sku TEXT)")
    grow(folder, "INSERT INTO lines VALUES (1, 1, 'a'), (2, 1, 'b'), (3, 2, 'a')")
    sql = "SELECT SUM(o.amount) AS total FROM orders AS o JOIN lines AS l ON l.order_id = o.id"
    found = answer(folder, sql)
    assert "The figures may be too high: SUM over" in found.provenance.caveats[0]
    assert found.trust.level == "unverified"
    assert len(found.provenance.caveats) == 1


# -- metrics ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sql", "question"),
    [
        ("SELECT SUM(amount) AS total FROM orders", "what is our revenue"),
        ("SELECT SUM(amount) AS total FROM orders", "show the takings"),
        ("SELECT SUM(amount) AS revenue FROM orders", "what is asked"),
    ],
)
def test_a_total_that_contradicts_a_metric_is_said(folder: Path, sql: str, question: str) -> None:
    said = caveats(folder, sql, question, Known(metrics=(REVENUE,)))
    assert "The metric 'Revenue' gives 66, not 83: it is defined as What closed orders brought in." in said


@pytest.mark.parametrize(
    ("sql", "question"),
    [
        ("SELECT SUM(amount) AS total FROM orders", "what is asked"),
        ("SELECT SUM(amount) AS revenue FROM orders WHERE status = 'closed'", "what is our revenue"),
        ("SELECT SUM(amount) AS revenue FROM orders WHERE ordered_on < '2025-02-02'", "revenue in January"),
        ("SELECT status, SUM(amount) AS revenue FROM orders GROUP BY status", "revenue by status"),
    ],
)
def test_other_figures_contradict_nothing(folder: Path, sql: str, question: str) -> None:
    assert "Revenue" not in caveats(folder, sql, question, Known(metrics=(REVENUE,)))


def test_a_metric_over_hidden_tables_is_not_told(folder: Path) -> None:
    (folder / "answerable.toml").write_text('[policy]\nallowed_tables = ["customers"]\n', encoding="utf-8")
    said = caveats(folder, "SELECT COUNT(*) AS revenue FROM customers", "revenue", Known(metrics=(REVENUE,)))
    assert "66" not in said


def test_a_metric_that_does_not_run_says_nothing(folder: Path) -> None:
    broken = CanonicalMetric("Revenue", "Broken.", "SELECT SUM(gone) FROM orders")
    assert caveats(folder, "SELECT SUM(amount) AS revenue FROM orders", known=Known(metrics=(broken,))) == ""


# -- round numbers ------------------------------------------------------------------------------------------------


def fill(folder: Path, rows: int) -> None:
    grow(folder, "CREATE TABLE export (id INTEGER PRIMARY KEY, amount INTEGER)")
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows})"
    grow(folder, f"INSERT INTO export {numbers} SELECT i, i % 97 FROM n")


def test_a_count_that_ends_where_exports_do_is_said(folder: Path) -> None:
    fill(folder, 10_000)
    assert "exactly 10,000" in caveats(folder, "SELECT COUNT(*) AS n FROM export")


def test_other_round_counts_are_counts(folder: Path) -> None:
    fill(folder, 9_000)
    assert caveats(folder, "SELECT COUNT(*) AS n FROM export") == ""


def test_a_sum_rounder_than_its_parts_is_said(folder: Path) -> None:
    fill(folder, 9_000)
    grow(folder, "UPDATE export SET amount = amount + 1000000 - (SELECT SUM(amount) FROM export) WHERE id = 9000")
    assert "rounder than the values" in caveats(folder, "SELECT SUM(amount) AS total FROM export")


def test_a_sum_of_round_values_is_as_round_as_they_are(folder: Path) -> None:
    fill(folder, 1_000)
    grow(folder, "UPDATE export SET amount = 1000")
    assert caveats(folder, "SELECT SUM(amount) AS total FROM export") == ""
