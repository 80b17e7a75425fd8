"""A name that engines look for in different places counts as all that it may mean."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from answerable.guard import Policy, check
from answerable.kernel.schema import Column, DatabaseSchema, Table

POLICY = Policy.from_dict({"blocked_columns": ["customers.ssn"], "masked_columns": ["customers.email"]})
COLUMNS = tuple(Column(name, "INTEGER" if name == "id" else "TEXT") for name in ("id", "name", "email", "ssn"))
TABLES = tuple(Table(name, COLUMNS, primary_key=("id",)) for name in ("customers", "teams"))
DIALECTS = ("sqlite", "duckdb", "postgres", "mysql")
READ_FURTHER_OUT = (
    "SELECT (SELECT max(x.l) FROM teams t, (SELECT t.ssn AS l) x) FROM customers t",
    "SELECT (SELECT max(x.l) FROM teams, (SELECT ssn AS l) x) FROM customers",
    "SELECT (SELECT max(x.l) FROM teams t JOIN (SELECT t.ssn AS l) x ON 1 = 1) FROM customers t",
    "SELECT (SELECT max(x.l) FROM teams t, (SELECT max(y.l) AS l FROM (SELECT t.ssn AS l) y) x) FROM customers t",
    "SELECT (WITH t AS (SELECT * FROM teams) SELECT max(x.l) FROM t, (SELECT t.ssn AS l) x) FROM customers t",
    "SELECT (SELECT count(*) FROM teams c, (teams a JOIN teams b ON b.id = a.id AND c.ssn > 'n')) FROM customers c",
    "SELECT (SELECT count(*) FROM teams c, (teams a JOIN (SELECT c.ssn AS l) b ON b.l > 'n')) FROM customers c",
    "SELECT (SELECT count(*) FROM (teams a JOIN (SELECT ssn AS l) b ON b.l > 'n') AS j) FROM customers",
    "SELECT (SELECT max(w) FROM (SELECT 1 AS ssn, (SELECT max(ssn) FROM (SELECT 1 AS z) y) AS w) m) FROM customers",
    "SELECT id FROM customers WHERE EXISTS (SELECT 1 AS ssn FROM (SELECT 1 AS k) k"
    " WHERE EXISTS (SELECT 1 FROM (SELECT 1 AS z) y WHERE ssn > 'n'))",
    "SELECT id FROM customers t WHERE (SELECT max(x.l) FROM teams t, (SELECT t.ssn AS l) x) > 'n'",
    "SELECT (SELECT count(*) FROM teams a JOIN teams b ON b.id = a.id AND c.ssn > 'n' JOIN teams c ON c.id = a.id)"
    " FROM customers c",
    "SELECT (SELECT count(*) FROM teams c, teams a JOIN teams b ON b.id = a.id AND c.ssn > 'n') FROM customers c",
)
"""Each reads or tests the blocked column on at least one of the engines."""
READ_FURTHER_OUT_IN = {
    "sqlite": (
        "SELECT (SELECT group_concat(j.value) FROM json_each(t.ssn) j, customers t) FROM teams t",
        "SELECT (SELECT max(w) FROM (SELECT 1 AS ssn, ssn AS w) m) FROM customers",
    ),
    "duckdb": (
        "SELECT (SELECT count(*) FROM teams c WHERE c.id = 1 GROUP BY c.id HAVING c.ssn > 'n') FROM customers c",
        "SELECT (SELECT max(id) FROM teams HAVING ssn > 'n') FROM customers",
        "SELECT (SELECT count(*) FROM teams a SEMI JOIN teams c ON c.id = a.id WHERE c.ssn > 'n') FROM customers c",
        "SELECT (SELECT count(*) FROM (SELECT id FROM teams) a SEMI JOIN teams c ON c.id = a.id WHERE ssn > 'n')"
        " FROM customers",
    ),
    "postgres": (
        "SELECT (SELECT max(x.l) FROM teams t, (VALUES (t.ssn)) x(l)) FROM customers t",
        "SELECT id FROM customers WHERE EXISTS"
        " (SELECT '1' AS ssn FROM (SELECT 1 AS k) k GROUP BY k.k HAVING ssn > 'n')",
    ),
    "mysql": (
        "SELECT (SELECT count(*) FROM teams c WHERE c.id = 1 GROUP BY c.id HAVING (SELECT c.ssn) > 'n')"
        " FROM customers c",
        "SELECT (SELECT count(*) FROM teams WHERE id = 1 GROUP BY id HAVING ssn > 'n') FROM customers",
    ),
}
READ_WHERE_IT_STANDS = (
    "SELECT name FROM customers WHERE id IN (SELECT id FROM teams WHERE ssn > 'n')",
    "SELECT (SELECT max(ssn) FROM teams WHERE teams.id = customers.id) FROM customers",
    "SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM teams t JOIN teams u ON u.id = t.id AND t.ssn = u.ssn"
    " WHERE t.id = c.id)",
    "SELECT name FROM customers WHERE id IN (SELECT teams.id FROM teams JOIN (SELECT id, ssn FROM teams) u"
    " ON u.id = teams.id AND u.ssn > 'n')",
    "SELECT c.name FROM customers c JOIN (SELECT t.id, t.ssn FROM teams t) u ON u.id = c.id",
    "SELECT name FROM customers WHERE id IN (SELECT id FROM teams GROUP BY id HAVING max(ssn) > 'n')",
    "SELECT name FROM customers WHERE EXISTS (SELECT 1 FROM teams GROUP BY ssn HAVING ssn > 'n')",
    "WITH a AS (SELECT id, ssn FROM teams), b AS (SELECT a.id, a.ssn FROM a) SELECT b.ssn FROM b JOIN customers c"
    " ON c.id = b.id",
)
LATER_STEPS = (
    "WITH a AS (SELECT email FROM teams), teams AS (SELECT email FROM customers) SELECT email FROM a",
    "WITH RECURSIVE a AS (SELECT email FROM teams), teams AS (SELECT email FROM customers) SELECT email FROM a",
    "WITH teams AS (SELECT 'x' AS email) SELECT x.email FROM"
    " (WITH a AS (SELECT email FROM teams), teams AS (SELECT email FROM customers) SELECT email FROM a) x",
    "WITH a AS (SELECT max(email) AS e FROM (SELECT email FROM teams) q), teams AS (SELECT email FROM customers)"
    " SELECT e FROM a",
)


def codes(sql: str, dialect: str) -> set[str]:
    verdict = check(sql, dialect=dialect, schema=DatabaseSchema(dialect, TABLES), policy=POLICY)
    return {finding.code for finding in verdict.errors}


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("sql", READ_FURTHER_OUT)
def test_a_blocked_column_that_a_name_may_mean_is_read(sql: str, dialect: str) -> None:
    assert "column_not_allowed" in codes(sql, dialect)


@pytest.mark.parametrize(
    ("dialect", "sql"), [(one, sql) for one, found in READ_FURTHER_OUT_IN.items() for sql in found]
)
def test_what_one_engine_alone_finds_further_out_is_read(dialect: str, sql: str) -> None:
    assert "column_not_allowed" in codes(sql, dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("sql", READ_WHERE_IT_STANDS)
def test_a_name_that_all_engines_find_in_one_place_is_read_there(sql: str, dialect: str) -> None:
    assert "column_not_allowed" not in codes(sql, dialect)
    assert "masked_column" not in codes(sql, dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("sql", READ_FURTHER_OUT[:8])
def test_a_masked_column_that_a_name_may_mean_does_not_come_out(sql: str, dialect: str) -> None:
    of_masked = sql.replace("ssn", "email")
    verdict = check(of_masked, dialect=dialect, schema=DatabaseSchema(dialect, TABLES), policy=POLICY)
    assert not verdict.allowed or verdict.masked_columns == (0,)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("sql", LATER_STEPS)
def test_a_step_that_may_read_a_later_one_is_refused(sql: str, dialect: str) -> None:
    assert "masked_column" in codes(sql, dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_steps_that_read_earlier_ones_are_answered(dialect: str) -> None:
    sql = "WITH teams AS (SELECT email FROM customers), a AS (SELECT email FROM teams) SELECT email FROM a"
    verdict = check(sql, dialect=dialect, schema=DatabaseSchema(dialect, TABLES), policy=POLICY)
    assert verdict.allowed and verdict.masked_columns == (0,)


def test_an_alias_does_not_hide_the_row_id_that_sqlite_reads_first() -> None:
    tables = (Table("members", (Column("card", "INTEGER"), Column("name", "TEXT")), primary_key=("card",)),)
    policy = Policy.from_dict({"blocked_columns": ["members.card"]})
    sql = "SELECT name, 1 AS rowid FROM members WHERE rowid > 30"
    verdict = check(sql, dialect="sqlite", schema=DatabaseSchema("sqlite", tables), policy=policy)
    assert "column_not_allowed" in {finding.code for finding in verdict.errors}


@pytest.fixture(scope="module")
def shop() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as connection:
        for name in ("customers", "teams"):
            connection.execute(f"CREATE TABLE {name} (id INTEGER PRIMARY KEY, name TEXT, email TEXT, ssn TEXT)")
        connection.execute("""INSERT INTO customers VALUES (1, 'a', '["hidden"]', '["hidden"]')""")
        connection.execute("""INSERT INTO teams VALUES (1, 'b', '["open"]', '["open"]')""")
        yield connection


@pytest.mark.parametrize("sql", [*READ_FURTHER_OUT[:5], *READ_FURTHER_OUT_IN["sqlite"], *LATER_STEPS])
def test_sqlite_itself_shows_the_hidden_value(sql: str, shop: sqlite3.Connection) -> None:
    """Else the table above would defend against nothing."""
    assert "hidden" in repr(shop.execute(sql).fetchall())
