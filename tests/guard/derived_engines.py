"""One small database on each engine, with names, generated columns, row ids and inherited rows that hide canaries."""

from __future__ import annotations

import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from answerable.guard import Policy
from tests.guard.case_files import FOLDER

CANARY = "canary"
NUMBER = 987654321
"""A key that is hidden: no other number of the database has its digits."""

POLICY = Policy.from_dict(
    {
        "allowed_tables": [
            *("customers", "orders", "loud", "badges", "badge_levels", "named_rowid", "renamed", "hidden_notes"),
            *("secret_notes", "people_all", "people_north", "people_south", "people_other", "visits", "ledger"),
            *("ledger_old", "branches", "customers_copy"),
        ],
        "blocked_columns": [
            *("customers.ssn", "badges.id", "secret_notes.note", "people_all.secret", "visits_2024.note"),
            *("visits.code", "people_south.pin", "branches_north.total"),
        ],
        "masked_columns": ["customers.mail"],
        "required_filters": {"orders": "is_open = 1", "ledger_old": "void = 0"},
    }
)

COMMON = (
    "CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(40), ssn VARCHAR(40), mail VARCHAR(40),"
    " shout VARCHAR(40) GENERATED ALWAYS AS (upper(ssn)) {stored}, tone VARCHAR(40) GENERATED ALWAYS AS (lower(mail))"
    " {stored}, length_of_name INTEGER GENERATED ALWAYS AS (length(name)) {stored}{more})",
    "INSERT INTO customers (id, name, ssn, mail) VALUES (1, 'Ann', 'canary-1', 'canary@1'), (2, 'Bo', 'canary-2', 'x')",
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, is_open INTEGER)",
    "INSERT INTO orders VALUES (1, 1, 1), (2, 1, 0)",
    'CREATE TABLE {quote}État{quote} (id INTEGER, note VARCHAR(40))',
    "INSERT INTO {quote}État{quote} VALUES (1, 'canary-state')",
    "CREATE VIEW loud AS SELECT name, shout FROM customers",
    "CREATE TABLE badges (id INTEGER PRIMARY KEY, level VARCHAR(9))",
    f"INSERT INTO badges VALUES ({NUMBER}, 'gold')",
)
OWN = {
    "sqlite": (
        "CREATE VIEW badge_levels AS SELECT level FROM badges",
        "CREATE TABLE named_rowid (rowid VARCHAR(9), id INTEGER PRIMARY KEY)",
        "INSERT INTO named_rowid VALUES ('plain', 5)",
    ),
    "duckdb": (),
    "postgres": (
        "CREATE TABLE people_all (name text, secret text, pin text)",
        "CREATE TABLE people_north () INHERITS (people_all)",
        "CREATE TABLE people_south () INHERITS (people_all)",
        "CREATE TABLE people_other (name text, secret text)",
        "INSERT INTO people_all VALUES ('a', 'canary-a', 'canary-p')",
        "INSERT INTO people_north VALUES ('n', 'canary-n', 'canary-p')",
        "INSERT INTO people_south VALUES ('s', 'canary-s', 'canary-p')",
        "INSERT INTO people_other VALUES ('s', 'open')",
        "CREATE TABLE visits (day date, code text, note text) PARTITION BY RANGE (day)",
        "CREATE TABLE visits_2024 PARTITION OF visits FOR VALUES FROM ('2024-01-01') TO ('2025-01-01')",
        "INSERT INTO visits VALUES ('2024-02-02', 'canary-code', 'canary-note')",
        "CREATE TABLE ledger (id int, void int)",
        "CREATE TABLE ledger_old () INHERITS (ledger)",
        "INSERT INTO ledger_old VALUES (1, 1)",
        "CREATE TABLE branches (town text, total int)",
        "CREATE TABLE branches_north () INHERITS (branches)",
        "CREATE MATERIALIZED VIEW customers_copy AS SELECT id, ssn FROM customers",
    ),
    "mysql": (
        "CREATE VIEW renamed (a, b) AS SELECT id, ssn FROM customers",
        "CREATE TABLE hidden_notes (id INTEGER PRIMARY KEY, note VARCHAR(40) INVISIBLE DEFAULT 'x')",
        "INSERT INTO hidden_notes (id) VALUES (1)",
        "CREATE TABLE secret_notes (id INTEGER PRIMARY KEY, note VARCHAR(40))",
        "INSERT INTO secret_notes VALUES (1, 'canary-note')",
    ),
}
_MORE = {
    "mysql": ", whisper VARCHAR(40) AS (concat(ssn, '!')) STORED INVISIBLE, plain INTEGER INVISIBLE DEFAULT 3",
}
_STORED = {"sqlite": "VIRTUAL", "duckdb": "VIRTUAL", "postgres": "STORED", "mysql": "STORED"}


def setup(dialect: str) -> list[str]:
    quote = "`" if dialect == "mysql" else '"'
    words = {"{stored}": _STORED[dialect], "{more}": _MORE.get(dialect, ""), "{quote}": quote}
    made = []
    for statement in (*COMMON, *OWN[dialect]):
        for mark, word in words.items():
            statement = statement.replace(mark, word)
        made.append(statement)
    return made


def prepare(dialect: str, request: pytest.FixtureRequest, folder: Path) -> str:
    """The database, and how a source is opened on it."""
    statements = setup(dialect)
    if dialect == "sqlite":
        with closing(sqlite3.connect(folder / "a.db")) as connection, connection:
            connection.executescript(";\n".join(statements))
        return str(folder / "a.db")
    if dialect == "duckdb":
        with closing(duckdb.connect(str(folder / "a.duckdb"))) as connection:
            connection.execute(";\n".join(statements))
        return str(folder / "a.duckdb")
    server = request.getfixturevalue("postgres_server" if dialect == "postgres" else "mariadb_server")
    database = server.new_database()
    server.execute(*statements, database=database)
    return str(server.url(database))


def cases(dialect: str, kind: str) -> list[str]:
    table = tomllib.loads((FOLDER / "derived.toml").read_text("utf-8"))[kind]
    return [*table["every"], *table[dialect]]
