"""Columns of sensitive content are found when the schema is read, and none of their values is kept."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import duckdb
import pytest

from answerable.kernel.errors import QueryFailed
from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from answerable.kernel.settings import Settings
from answerable.sources import open_source
from answerable.sources.sensitivity import without_sensitive_values

SCRIPT = """
CREATE TABLE people (id INTEGER, name VARCHAR, reach VARCHAR, note VARCHAR, key_text VARCHAR);
CREATE VIEW reachable AS SELECT id, reach AS how FROM people;
"""


def fill(execute: object) -> None:
    assert callable(execute)
    for n in range(30):
        pem = "-----BEGIN PRIVATE KEY-----" + "x" * 150 + str(n)
        execute(f"INSERT INTO people VALUES ({n}, 'Name {n}', 'user{n}@example.com', 'called {n % 3}', '{pem}')")


@pytest.fixture(params=["sqlite", "duckdb"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        with sqlite3.connect(tmp_path / "a.db") as connection:
            connection.executescript(SCRIPT)
            fill(connection.execute)
        connection.close()
        return "a.db"
    with duckdb.connect(tmp_path / "a.duckdb") as opened:
        opened.execute(SCRIPT)
        fill(opened.execute)
    return "a.duckdb"


def test_sensitive_columns_are_marked_and_their_values_kept_nowhere(database: str, tmp_path: Path) -> None:
    source = open_source(str(tmp_path / database), Settings(), folder=tmp_path)
    try:
        schema = source.schema()
    finally:
        source.close()
    people = schema.table("people")
    assert people is not None
    found = {column.name: column.sensitive for column in people.columns if column.sensitive}
    assert found == {"reach": ("email",), "key_text": ("secret",)}
    assert {column.name for column in people.columns if column.common_values} == {"name", "note"}
    assert {column.name for column in people.columns if column.cells} == {"id", "name", "note"}
    kept = b"".join(path.read_bytes() for path in (tmp_path / ".answerable").rglob("*.json"))
    assert b"Name 1" in kept
    assert b"@example.com" not in kept
    assert b"PRIVATE KEY" not in kept


def test_views_come_with_their_definition(database: str, tmp_path: Path) -> None:
    source = open_source(str(tmp_path / database), Settings(), folder=tmp_path)
    try:
        view, table = source.schema().table("reachable"), source.schema().table("people")
    finally:
        source.close()
    assert view is not None and table is not None
    assert "reach" in (view.definition or "")
    assert table.definition is None


def column(name: str, *values: str, distinct: int | None = None) -> Column:
    return Column(name, "TEXT", Kind.TEXT, common_values=values, distinct_estimate=distinct)


def test_a_sample_is_taken_only_where_too_few_values_are_known() -> None:
    asked: list[str] = []

    def sample(table: str, name: str, count: int) -> list[object]:
        asked.append(name)
        return [f"+1 (555) 123-45{n:02}" for n in range(count)]

    columns = (
        column("few_of_few", "a", "b", distinct=2),
        column("many", *(f"value {n}" for n in range(20)), distinct=900),
        column("none_known", distinct=900),
        column("nothing_counted"),
        Column("number", "INTEGER", Kind.INTEGER),
    )
    schema = without_sensitive_values(DatabaseSchema("sqlite", (Table("t", columns),)), sample)
    assert asked == ["none_known", "nothing_counted"]
    assert [c.name for c in schema.tables[0].columns if c.sensitive == ("phone",)] == asked


def test_a_column_that_cannot_be_sampled_is_judged_by_what_is_known() -> None:
    def sample(table: str, name: str, count: int) -> list[object]:
        raise QueryFailed("no")

    schema = DatabaseSchema("sqlite", (Table("t", (column("x", "a@example.com", "b@example.com"),)),))
    (found,) = without_sensitive_values(schema, sample).tables[0].columns
    assert (found.sensitive, found.common_values) == (("email",), ())


def test_numbers_that_are_card_numbers_are_not_kept() -> None:
    cards, amounts = (4111111111111111, 5500005555555559, None), (4111, 5500, 12)
    columns = (Column("a", "BIGINT", Kind.INTEGER, cells=cards), Column("b", "BIGINT", Kind.INTEGER, cells=amounts))
    schema = DatabaseSchema("sqlite", (Table("t", columns),))
    found = without_sensitive_values(schema, lambda table, name, count: []).tables[0].columns
    assert [column.cells for column in found] == [(), amounts]


def test_frequent_addresses_make_a_column_sensitive_however_many_rare_words_follow() -> None:
    addresses, words = [f"a{n}@example.com" for n in range(20)], [f"word {n}" for n in range(1_000)]
    schema = DatabaseSchema("sqlite", (Table("t", (column("x", *addresses, *words, distinct=1_020),)),))
    (found,) = without_sensitive_values(schema, lambda table, name, count: []).tables[0].columns
    assert (found.sensitive, found.common_values) == (("email",), ())


def test_without_time_no_sample_is_taken() -> None:
    schema = DatabaseSchema("sqlite", (Table("t", (column("x"),)),))

    def sample(table: str, name: str, count: int) -> list[object]:
        raise AssertionError("asked")

    assert without_sensitive_values(schema, sample, seconds=0).tables == schema.tables


@pytest.mark.parametrize("kind", ["postgres", "mariadb"])
def test_a_server_tells_what_its_views_show(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """All the way: the definition is read, and the guard follows the view's column to the table's."""
    from answerable.guard import Policy, check

    server = request.getfixturevalue(f"{kind}_server")
    database = server.new_database()
    server.execute(
        "CREATE TABLE people (id INTEGER PRIMARY KEY, reach VARCHAR(80))",
        "INSERT INTO people VALUES (1, 'a@example.com'), (2, 'b@example.com'), (3, 'c@example.com')",
        "CREATE VIEW reachable AS SELECT p.id, upper(p.reach) AS how FROM people p",
        database=database,
    )
    source = open_source(server.url(database), Settings(), folder=tmp_path)
    try:
        schema = source.schema()
    finally:
        source.close()
    people = schema.table("people")
    assert people is not None
    assert [column.sensitive for column in people.columns] == [(), ("email",)]
    for policy in ({"blocked_columns": ["people.reach"]}, {"blocked_patterns": ["email"]}):
        judged = [
            check(
                f"SELECT {column} FROM reachable",
                dialect=schema.dialect,
                schema=schema,
                policy=Policy.from_dict(policy),
            )
            for column in ("id", "how")
        ]
        assert [verdict.allowed for verdict in judged] == [True, False]
