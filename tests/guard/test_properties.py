"""What holds for every statement: honest ones pass and run unchanged, and nothing makes the guard fail or waver."""

from __future__ import annotations

import sqlite3
import time
from collections import Counter

import duckdb
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from answerable.guard import Policy, check
from tests.guard.case_files import DIALECTS, FOLDER, SCHEMA, own
from tests.guard.honest_queries import Case, cases

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


@settings(relaxed, max_examples=150)
@given(cases())
def test_an_honest_query_passes_and_gives_the_same_rows_on_sqlite(case: Case) -> None:
    connection = sqlite3.connect(":memory:")
    try:
        fill(case, connection)
        before = rows_of(connection, case.sql)
        verdict = check(case.sql, dialect="sqlite", schema=case.schema())
        assert verdict.allowed, (case.sql, verdict.errors)
        assert verdict.covers(case.sql, "sqlite")
        assert rows_of(connection, case.sql) == before
    finally:
        connection.close()


@settings(relaxed, max_examples=100)
@given(cases())
def test_an_honest_query_passes_and_gives_the_same_rows_on_duckdb(case: Case) -> None:
    with duckdb.connect() as connection:
        fill(case, connection)
        before = rows_of(connection, case.sql)
        verdict = check(case.sql, dialect="duckdb", schema=case.schema())
        assert verdict.allowed, (case.sql, verdict.errors)
        assert verdict.covers(case.sql, "duckdb")
        assert rows_of(connection, case.sql) == before


@settings(relaxed, max_examples=150)
@given(cases(), st.sampled_from(DIALECTS))
def test_an_honest_query_passes_with_a_schema_and_without(case: Case, dialect: str) -> None:
    written = case.sql.replace('"', "`") if dialect in ("mysql", "spark") else case.sql
    for schema in (case.schema(), None):
        verdict = check(written, dialect=dialect, schema=schema)
        assert verdict.allowed, (written, verdict.errors)


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


# -- nothing makes it fail or waver -----------------------------------------------------------------------------------


def assert_it_holds(sql: str, dialect: str) -> None:
    """A verdict comes, soon, not from a failure inside, and the same one again."""
    start = time.thread_time()  # of the processor: what others do on the machine does not count
    verdict = check(sql, dialect=dialect, schema=SCHEMA)
    assert time.thread_time() - start < 10
    assert "internal" not in [finding.code for finding in verdict.findings]
    assert all(finding.message.isprintable() for finding in verdict.findings)
    assert check(sql, dialect=dialect, schema=SCHEMA) == verdict
    assert not verdict.covers(sql + " ", dialect)


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
