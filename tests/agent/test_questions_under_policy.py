"""A policy does not make ordinary questions fail: what it demands of a query, Answerable writes into its own."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

import answerable
from answerable.guard import Policy, check, with_required_filters

pytestmark = pytest.mark.needs_network_weights

DELETED = "'2026-10-01'"
TABLES = (
    "CREATE TABLE teams (id INTEGER PRIMARY KEY, title VARCHAR(30))",
    "CREATE TABLE staff (id INTEGER PRIMARY KEY, name VARCHAR(40), email VARCHAR(60), salary INTEGER, "
    "city VARCHAR(20), team_id INTEGER REFERENCES teams (id), "
    "mail_domain VARCHAR(40) GENERATED ALWAYS AS (substr(email, 5)) VIRTUAL)",
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, staff_id INTEGER REFERENCES staff (id), amount INTEGER, "
    "status VARCHAR(10), ordered_on DATE, deleted_at DATE)",
    *(f"INSERT INTO teams VALUES ({number}, 'Team {letter}')" for number, letter in enumerate("ABC", 1)),
    *(
        "INSERT INTO staff (id, name, email, salary, city, team_id) VALUES "
        f"({n}, 'Person {n}', 'mail{n}@example.org', {30_000 + n * 317}, "
        f"'{('Ulm', 'Bern', 'Graz')[n % 3]}', {n % 3 + 1})"
        for n in range(1, 31)
    ),
    *(
        f"INSERT INTO orders VALUES ({n}, {n % 30 + 1}, {n * 10}, '{('open', 'paid', 'sent')[n % 3]}', "
        f"'2026-0{n % 9 + 1}-11', {DELETED if n % 7 == 0 else 'NULL'})"
        for n in range(1, 91)
    ),
)
TOML = """[policy]
masked_columns = ["staff.email"]
aggregate_only_columns = ["staff.salary"]
required_filters = {"orders" = "deleted_at IS NULL"}
"""
QUESTIONS = {
    "how many orders are there?": 1,
    "total amount of orders by status": 3,
    "show all orders": 78,
    "show staff": 30,
    "average salary by team": 3,
    "which staff have the most orders?": 1,
    "total order amount per team": 3,
    "list the names and emails of staff": 30,
    "top 5 orders by amount": 5,
    "average salary": 1,
    "number of orders per month": 9,
}
"""With how many rows the answer has."""
POLICY = Policy.from_dict({"required_filters": {"orders": "deleted_at IS NULL", "items": "state = 1 OR state = 2"}})
SCHEMA = {"orders": ["id", "staff_id", "deleted_at"], "staff": ["id", "deleted_at"], "items": ["order_id", "state"]}


def make_firm(engine: str) -> str:
    if engine == "duckdb":
        with duckdb.connect("firm.duckdb") as database:
            for statement in TABLES:
                database.execute(statement)
        return "firm.duckdb"
    with closing(sqlite3.connect("firm.db")) as connection, connection:
        for statement in TABLES:
            connection.execute(statement)
    return "firm.db"


@pytest.mark.parametrize("engine", ["sqlite", "duckdb"])
def test_ordinary_questions_are_answered(engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("answerable.toml").write_text(TOML)
    source = make_firm(engine)
    answers = {question: answerable.ask(question, source) for question in QUESTIONS}
    assert {question: answer.table.num_rows for question, answer in answers.items()} == QUESTIONS
    assert not any("@example" in str(answer.table.to_pylist()) for answer in answers.values())
    counted = answers["how many orders are there?"]
    assert counted.table.to_pylist() == [{"order_count": 78}]
    assert "deleted_at IS NULL" in " ".join(counted.provenance.assumptions)
    assert counted.trust.level == "checked"


@pytest.mark.parametrize(
    ("sql", "ending"),
    [
        ("SELECT count(*) FROM orders", "FROM orders WHERE deleted_at IS NULL"),
        (
            "SELECT o.id FROM orders AS o WHERE o.id = 1 OR o.id = 2",
            "WHERE (o.id = 1 OR o.id = 2) AND deleted_at IS NULL",
        ),
        (
            "SELECT o.id FROM staff AS s JOIN orders AS o ON o.staff_id = s.id",
            "o.staff_id = s.id WHERE o.deleted_at IS NULL",
        ),
        (
            "SELECT s.id FROM staff AS s LEFT JOIN orders AS o ON o.staff_id = s.id",
            "ON o.staff_id = s.id AND o.deleted_at IS NULL",
        ),
        ("SELECT o.id FROM orders AS o LEFT JOIN staff AS s ON o.staff_id = s.id", "s.id WHERE o.deleted_at IS NULL"),
        ("SELECT id FROM staff WHERE id IN (SELECT staff_id FROM orders)", "FROM orders WHERE deleted_at IS NULL)"),
        (
            "WITH x AS (SELECT id FROM orders) SELECT id FROM x",
            "FROM orders WHERE deleted_at IS NULL) SELECT id FROM x",
        ),
        ("SELECT id FROM orders UNION ALL SELECT order_id FROM items", "FROM items WHERE (state = 1 OR state = 2)"),
    ],
)
def test_a_required_filter_is_written_where_it_changes_nothing_else(sql: str, ending: str) -> None:
    written, added = with_required_filters(sql, dialect="sqlite", schema=SCHEMA, policy=POLICY)
    assert written.endswith(ending)
    assert ("orders", "deleted_at IS NULL") in added
    assert check(written, dialect="sqlite", schema=SCHEMA, policy=POLICY).allowed


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT id FROM orders WHERE deleted_at IS NULL",
        "SELECT id FROM staff",
        "SELECT s.id FROM staff s LEFT JOIN orders USING (id)",
    ],
)
def test_a_query_that_holds_its_filter_or_cannot_is_left_as_it_is(sql: str) -> None:
    assert with_required_filters(sql, dialect="sqlite", schema=SCHEMA, policy=POLICY) == (sql, ())
