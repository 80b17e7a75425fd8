"""What holds for every statement, each tried so that a wrong guard fails it: honest queries pass, what passes changes
nothing on a real engine and tells nothing of a blocked column, and how a statement is laid out changes no verdict."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import duckdb
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from answerable.guard import Policy, Verdict, check
from tests.guard.case_files import DIALECTS, FOLDER, SCHEMA, own
from tests.guard.honest_queries import VALUES, Case, cases
from tests.guard.test_mutants import commented, framed, punctuated, random_case, white_space

ANY_DIALECT = st.sampled_from([*DIALECTS, "oracle", ""])
WORDS = (FOLDER / "words.txt").read_text("utf-8").split()
PIECES = [
    "(",
    ")",
    ",",
    ";",
    "'",
    '"',
    "`",
    "--",
    "/*",
    "*/",
    "::",
    "->",
    "$$",
    "[",
    "]",
    "{",
    "}",
    "@",
    "#",
    ":",
    "?",
    "\\",
]

relaxed = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # shrinking a query takes longer than reading it
)


def definitions(case: Case) -> list[str]:
    quoted = {
        table: ", ".join(f'"{c}" {kind}' for c, kind in columns.items()) for table, columns in case.tables.items()
    }
    return [f"CREATE TABLE {table} ({columns})" for table, columns in quoted.items()]


def fill(case: Case, connection: sqlite3.Connection | duckdb.DuckDBPyConnection) -> None:
    for statement in definitions(case):
        connection.execute(statement)
    for table, rows in case.rows.items():
        for row in rows:
            connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def rows_of(connection: sqlite3.Connection | duckdb.DuckDBPyConnection, sql: str) -> Counter[object]:
    return Counter(map(tuple, connection.execute(sql).fetchall()))


# -- honest queries pass ------------------------------------------------------------------------------------------


@settings(relaxed, max_examples=150)
@given(cases(), st.sampled_from(DIALECTS))
def test_an_honest_query_passes_with_a_schema_and_without(case: Case, dialect: str) -> None:
    written = case.sql.replace('"', "`") if dialect in ("mysql", "spark") else case.sql
    for schema in (case.schema(), None):
        verdict = check(written, dialect=dialect, schema=schema)
        assert verdict.allowed, (written, verdict.errors)
        assert verdict.covers(written, dialect)
        assert not verdict.covers(written + " ", dialect)


@settings(relaxed, max_examples=60)
@given(cases())
def test_the_tables_of_a_verdict_are_those_that_sqlite_reads(case: Case) -> None:
    """SQLite itself says what it reads; a table that the guard overlooks is one that no policy protects."""
    read: set[str] = set()

    def note(action: int, table: str | None, *_: object) -> int:
        if action == sqlite3.SQLITE_READ and table in case.tables:
            read.add(table)
        return sqlite3.SQLITE_OK

    connection = sqlite3.connect(":memory:")
    try:
        fill(case, connection)
        connection.set_authorizer(note)
        rows_of(connection, case.sql)
    finally:
        connection.close()
    assert read <= set(check(case.sql, dialect="sqlite", schema=case.schema()).tables)


# -- what passes changes nothing ----------------------------------------------------------------------------------

WRITES = (
    "INSERT INTO {table} SELECT * FROM {table}",
    "REPLACE INTO {table} SELECT * FROM {table}",
    "WITH x AS ({query}) DELETE FROM {table}",
    "WITH x AS ({query}) INSERT INTO {table} SELECT * FROM {table}",
    "UPDATE {table} SET {column} = NULL",
    "DELETE FROM {table} WHERE 1 = 1",
    "DELETE FROM {table} RETURNING *",
    "CREATE TABLE made AS {query}",
    "CREATE VIEW made AS {query}",
    "CREATE TEMP TABLE made AS {query}",
    "ALTER TABLE {table} ADD COLUMN made INTEGER",
    "DROP TABLE {table}",
    "{query}; DROP TABLE {table}",
    "VACUUM INTO 'made.db'",
    "ATTACH 'made.db' AS made",
    "PRAGMA user_version = 7",
    "COPY ({query}) TO 'made.csv'",
    "EXPORT DATABASE 'made'",
    "EXPLAIN ANALYZE DELETE FROM {table}",
    "TRUNCATE {table}",
)
"""Some fail on one of the engines; that they change nothing there is then nobody's merit."""


@st.composite
def doubtful(draw: st.DrawFn) -> tuple[Case, str]:
    """An honest query or one of the writes about it, laid out anyhow."""
    case = draw(cases())
    table = draw(st.sampled_from(sorted(case.tables)))
    shape = draw(st.sampled_from(["{query}", *WRITES]))
    sql = shape.format(query=case.sql, table=table, column=f'"{next(iter(case.tables[table]))}"')
    return case, draw(st.sampled_from(LAYOUTS))(sql, random.Random(draw(st.integers(0, 99))))


LAYOUTS = [random_case, white_space, commented, punctuated, framed]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where an engine would write what it is told to; shared, because a statement that passes writes nothing."""
    made = tmp_path_factory.mktemp("engine")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(made)
        yield made


@settings(relaxed, max_examples=150)
@given(doubtful())
def test_what_passes_leaves_every_byte_of_a_sqlite_database(folder: Path, given: tuple[Case, str]) -> None:
    case, sql = given
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        fill(case, connection)
        before = connection.serialize()
        if check(sql, dialect="sqlite", schema=case.schema()).allowed:
            connection.execute(sql).fetchall()
        assert connection.serialize() == before, sql
        assert connection.execute("PRAGMA database_list").fetchall() == [(0, "main", "")]
        assert connection.execute("SELECT name FROM sqlite_temp_master").fetchall() == []
    finally:
        connection.close()
    assert list(folder.iterdir()) == [], sql


@settings(relaxed, max_examples=100)
@given(doubtful())
def test_what_passes_leaves_a_duckdb_database_as_it_was(folder: Path, given: tuple[Case, str]) -> None:
    case, sql = given
    with duckdb.connect() as connection:
        fill(case, connection)
        before = state_of(connection, case)
        if check(sql, dialect="duckdb", schema=case.schema()).allowed:
            connection.execute(sql).fetchall()
        assert state_of(connection, case) == before, sql
    assert list(folder.iterdir()) == [], sql


def state_of(connection: duckdb.DuckDBPyConnection, case: Case) -> list[object]:
    catalog = "SELECT database_name, table_name, sql FROM duckdb_tables() ORDER BY ALL"
    views = "SELECT view_name FROM duckdb_views() WHERE NOT internal ORDER BY ALL"
    known = [connection.execute(sql).fetchall() for sql in (catalog, views)]
    present = {name for _, name, _ in known[0]}
    return [*known, *(rows_of(connection, f"SELECT * FROM {table}") for table in case.tables if table in present)]


# -- a blocked column tells nothing -------------------------------------------------------------------------------

AROUND = (
    "{query}",
    "SELECT * FROM ({query}) AS around_it",
    "SELECT * FROM {table}",
    "SELECT count(*) FROM {table} AS a JOIN {table} AS b USING ({column})",
    "SELECT count(*) FROM {table} AS a NATURAL JOIN {table} AS b",
    "SELECT count(*) FROM {table} GROUP BY {column}",
    "SELECT 1 FROM {table} ORDER BY {column} LIMIT 1",
    "SELECT count(*) FROM {table} WHERE {column} IS NULL",
    "SELECT {other} FROM {table}",
    "SELECT (SELECT max({column}) FROM {table}) AS a",
)
"""Queries that may or may not read the column; the honest ones among them must not differ with its values."""


@settings(relaxed, max_examples=200)
@given(cases(), st.data())
def test_what_passes_gives_the_same_rows_whatever_a_blocked_column_holds(case: Case, data: st.DataObject) -> None:
    table = data.draw(st.sampled_from(sorted(case.tables)))
    blocked = data.draw(st.sampled_from(sorted(case.tables[table])))
    other = next(name for name in case.tables[table] if name != blocked)
    shape = data.draw(st.sampled_from(AROUND))
    sql = shape.format(query=case.sql, table=table, column=f'"{blocked}"', other=f'"{other}"')
    policy = Policy.from_dict({"blocked_columns": [f"{table}.{blocked}"]})
    if check(sql, dialect="sqlite", schema=case.schema(), policy=policy).allowed:
        place, values = list(case.tables[table]).index(blocked), VALUES[case.tables[table][blocked]]
        changed = [(*row[:place], data.draw(values), *row[place + 1 :]) for row in case.rows[table]]
        assert rows_over(case, sql) == rows_over(Case(sql, case.tables, {**case.rows, table: changed}), sql), sql


def rows_over(case: Case, sql: str) -> Counter[object]:
    connection = sqlite3.connect(":memory:")
    try:
        fill(case, connection)
        return rows_of(connection, sql)
    finally:
        connection.close()


@settings(relaxed, max_examples=150)
@given(cases(), st.sampled_from(["sqlite", "duckdb", "postgres"]), st.data())
def test_blocking_a_column_the_query_reads_refuses_it(case: Case, dialect: str, data: st.DataObject) -> None:
    read = sorted(
        f"{table}.{column}"
        for table, columns in case.tables.items()
        for column in columns
        if f'_{table}."{column}"' in case.sql
    )
    if read:
        policy = Policy.from_dict({"blocked_columns": [data.draw(st.sampled_from(read))]})
        for schema in (case.schema(), None):
            assert not check(case.sql, dialect=dialect, schema=schema, policy=policy).allowed


# -- how a statement is laid out changes no verdict ---------------------------------------------------------------


@settings(relaxed, max_examples=150)
@given(cases(), st.sampled_from(LAYOUTS), st.integers(0, 99), st.data())
def test_a_verdict_is_the_same_however_a_statement_is_laid_out(
    case: Case, lay_out: object, seed: int, data: st.DataObject
) -> None:
    table = data.draw(st.sampled_from(sorted(case.tables)))
    column = data.draw(st.sampled_from(sorted(case.tables[table])))
    mode = data.draw(st.sampled_from(["blocked_columns", "masked_columns", "aggregate_only_columns"]))
    policy = Policy.from_dict({mode: [f"{table}.{column}"]})
    plain = check(case.sql, dialect="sqlite", schema=case.schema(), policy=policy)
    other = check(lay_out(case.sql, random.Random(seed)), dialect="sqlite", schema=case.schema(), policy=policy)  # type: ignore[operator]
    assert decided(other) == decided(plain), case.sql


def decided(verdict: Verdict) -> tuple[object, ...]:
    """All of a verdict that does not quote the text."""
    codes = sorted(finding.code for finding in verdict.findings)
    tables = {table.lower() for table in verdict.tables}
    return verdict.allowed, codes, tables, verdict.masked_columns, len(verdict.controls)


# -- nothing makes it fail ----------------------------------------------------------------------------------------


def assert_it_holds(sql: str, dialect: str) -> None:
    """A verdict comes, and not from a failure inside; what it allows is for this text, and changes nothing."""
    verdict = check(sql, dialect=dialect, schema=SCHEMA)
    assert "internal" not in [finding.code for finding in verdict.findings]
    assert all(finding.message.isprintable() for finding in verdict.findings)
    assert verdict.covers(sql, dialect) == verdict.allowed
    assert not verdict.covers(sql + " ", dialect)
    assert not verdict.covers(sql, f"{dialect}2")
    if verdict.allowed and dialect == "sqlite":
        assert is_harmless_on_sqlite(sql), sql


def is_harmless_on_sqlite(sql: str) -> bool:
    """Whether a database with the tables of the cases has the same bytes afterwards; what does not run is harmless."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        for table, columns in SCHEMA.items():
            connection.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
            connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", range(len(columns)))
        before = connection.serialize()
        with suppress(sqlite3.Error, sqlite3.Warning, ValueError):
            connection.execute(sql).fetchmany(100)
        return connection.serialize() == before
    finally:
        connection.close()


@settings(relaxed, max_examples=300)
@given(st.binary(max_size=200), ANY_DIALECT)
def test_random_bytes_are_judged(raw: bytes, dialect: str) -> None:
    assert_it_holds(raw.decode("latin-1"), dialect)


@settings(relaxed, max_examples=300)
@given(st.text(max_size=200), ANY_DIALECT)
def test_random_text_of_any_script_is_judged(text: str, dialect: str) -> None:
    assert_it_holds(text, dialect)
    assert_it_holds(f"SELECT '{text}' FROM books", dialect)


@settings(relaxed, max_examples=400)
@given(st.lists(st.sampled_from([*WORDS, *PIECES]), max_size=40), ANY_DIALECT)
def test_a_soup_of_words_is_judged(words: list[str], dialect: str) -> None:
    assert_it_holds("SELECT " + " ".join(words), dialect)


@settings(relaxed, max_examples=200)
@given(st.sampled_from(own("allow") + own("reject")), st.data())
def test_a_statement_cut_or_doubled_anywhere_is_judged(case: tuple[str, str], data: st.DataObject) -> None:
    dialect, sql = case
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(sql))] * 2)))
    assert_it_holds(sql[:start] + sql[end:], dialect)
    assert_it_holds(sql[:end] + sql[start:], dialect)
