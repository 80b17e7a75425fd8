"""The verdict itself: what it is bound to, what it names, and that nothing can make the guard fail."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answerable import guard
from answerable.guard import Layer, Policy, Verdict, check
from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from answerable.sql.text_hash import hash_sql
from tests.guard.case_files import DIALECTS, FOLDER, SCHEMA


def codes(sql: str, dialect: str = "postgres", **given: object) -> list[str]:
    verdict = check(sql, dialect=dialect, **given)  # type: ignore[arg-type]
    return [finding.code for finding in verdict.findings]


def test_a_verdict_covers_exactly_the_text_it_was_given() -> None:
    verdict = check("SELECT title FROM books", dialect="sqlite", schema=SCHEMA)
    assert verdict.covers("SELECT title FROM books", "sqlite")
    assert not verdict.covers("SELECT title FROM books ", "sqlite")
    assert not verdict.covers("SELECT title FROM books", "duckdb")
    assert verdict.sql_hash == hash_sql("SELECT title FROM books")


def test_a_refusal_covers_nothing() -> None:
    assert not check("DELETE FROM books", dialect="sqlite").covers("DELETE FROM books", "sqlite")


def test_a_verdict_cannot_be_made_by_hand() -> None:
    with pytest.raises(TypeError):
        Verdict(True, hash_sql("x"), "sqlite")


def test_a_verdict_names_the_tables_it_reads() -> None:
    verdict = check("WITH x AS (SELECT id FROM loans) SELECT * FROM books JOIN x USING (id)", dialect="duckdb")
    assert set(verdict.tables) == {"loans", "books"}


def test_the_public_names_are_the_documented_ones() -> None:
    assert set(guard.__all__) == {
        "Finding", "Layer", "Mode", "Policy", "Severity", "Verdict", "batch", "check", "hash_sql", "check_with_tree",
        "policy_problems", "policy_warnings", "seen_through", "with_minimum_groups", "with_required_filters",
    }  # fmt: skip


def test_importing_the_guard_does_not_import_the_parser() -> None:
    code = "import sys, answerable.guard; sys.exit('sqlglot' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def _table(name: str, **columns: str) -> Table:
    return Table(name, tuple(Column(c, t, Kind.OTHER) for c, t in columns.items()), primary_key=("id",))


def test_unknown_names_come_with_the_nearest_known_one() -> None:
    (finding,) = check("SELECT titel FROM books", dialect="sqlite", schema=SCHEMA).errors
    assert (finding.code, finding.layer, finding.hint) == ("unknown_column", Layer.SCHEMA, "Did you mean 'title'?")
    (finding,) = check("SELECT id FROM boks", dialect="sqlite", schema=SCHEMA).errors
    assert (finding.code, finding.hint) == ("unknown_table", "Did you mean 'books'?")


def test_a_later_layer_is_not_asked_when_an_earlier_one_refuses() -> None:
    assert codes("SELECT pg_sleep(1), nothing FROM nowhere", schema=SCHEMA) == ["function"]


def test_a_message_is_one_printable_line() -> None:
    verdict = check('SELECT "a\nb\tc" FROM books', dialect="postgres", schema=SCHEMA)
    assert all(finding.message.isprintable() for finding in verdict.findings)


@pytest.mark.parametrize("dialect", ["oracle", "tsql", "snowflake", "bigquery", "trino", "nonsense", ""])
def test_an_unknown_dialect_gets_the_strictest_reading(dialect: str) -> None:
    assert check("SELECT count(*), upper(title) FROM books WHERE price > 1", dialect=dialect, schema=SCHEMA).allowed
    for sql in ("SELECT regexp_replace(title, 'a', 'b') FROM books", "SELECT * FROM pg_shadow", "DELETE FROM books"):
        assert not check(sql, dialect=dialect).allowed
    for sql in ("SELECT * FROM sqlite_master", "SELECT * FROM mysql.user", "SELECT * FROM range(10)"):
        assert not check(sql, dialect=dialect).allowed


def test_mariadb_and_postgresql_are_known_by_those_names_too() -> None:
    assert check("SELECT IFNULL(title, '') FROM books", dialect="mariadb", schema=SCHEMA).allowed
    assert check("SELECT split_part(title, ' ', 1) FROM books", dialect="postgresql", schema=SCHEMA).allowed


# -- schema ---------------------------------------------------------------------------------------------------------


def test_postgres_keeps_the_case_of_quoted_names() -> None:
    schema = {"Books": ["Id", "title"]}
    assert check('SELECT "Id" FROM "Books"', dialect="postgres", schema=schema).allowed
    assert codes("SELECT title FROM Books", schema=schema) == ["unknown_table"]
    assert codes('SELECT id FROM "Books"', schema=schema) == ["unknown_column"]
    assert check("SELECT ID FROM books", dialect="mysql", schema=schema).allowed


def test_a_table_of_another_namespace_needs_its_qualifier() -> None:
    schema = {"sales.orders": ["id"], "books": ["id"]}
    assert check("SELECT id FROM sales.orders", dialect="postgres", schema=schema).allowed
    assert codes("SELECT id FROM orders", schema=schema) == ["unknown_table"]
    assert codes("SELECT id FROM sales.books", schema=schema) == ["unknown_table"]


def test_names_with_odd_letters_pass_when_the_schema_has_them() -> None:
    schema = {"주문": ["번호", "금액(㎡)", "цена_usd"]}
    assert check('SELECT 번호, "금액(㎡)" FROM 주문', dialect="duckdb", schema=schema).allowed
    assert check("SELECT цена_usd FROM 주문", dialect="postgres", schema=schema).allowed
    assert codes("SELECT цена_usd FROM orders") == ["disguised_name"]


def test_emoji_and_right_to_left_text_in_a_string_do_no_harm() -> None:
    sql = "SELECT id FROM members WHERE name = '👨‍👩‍👧 می‌خواهم שלום Łukasz'"
    assert all(check(sql, dialect=dialect, schema=SCHEMA).allowed for dialect in DIALECTS)


# -- policy ---------------------------------------------------------------------------------------------------------


def test_only_allowed_columns_may_be_read() -> None:
    policy = Policy.from_dict({"allowed_columns": ["members.id", "members.city", "books.*"]})
    for sql in ("SELECT id, city FROM members", "SELECT count(*) FROM members", "SELECT * FROM books"):
        assert check(sql, dialect="sqlite", schema=SCHEMA, policy=policy).allowed
    for sql in ("SELECT name FROM members", "SELECT * FROM members", "SELECT id FROM loans"):
        assert not check(sql, dialect="sqlite", schema=SCHEMA, policy=policy).allowed


def test_a_view_shows_what_its_lineage_says_down_to_the_table() -> None:
    policy = Policy.from_dict(
        {"blocked_columns": ["members.email"], "view_lineage": {"v2.b": "v1.a", "v1.a": "members.email"}}
    )
    schema = {"v2": ["b", "c"]}
    assert codes("SELECT b FROM v2", schema=schema, policy=policy) == ["column_not_allowed"]
    assert check("SELECT c FROM v2", dialect="postgres", schema=schema, policy=policy).allowed


def test_a_view_nobody_explained_is_refused_while_columns_are_blocked() -> None:
    view = Table("v", (Column("a", "text"),), is_view=True)
    schema = DatabaseSchema("sqlite", (view, _table("members", id="int", email="text")))
    blocked = Policy.from_dict({"blocked_columns": ["members.email"]})
    named = Policy.from_dict({"blocked_columns": ["members.email"], "allowed_tables": ["v"]})
    assert codes("SELECT a FROM v", "sqlite", schema=schema, policy=blocked) == ["table_not_allowed"]
    assert codes("SELECT a FROM v", "sqlite", schema=schema, policy=named) == ["table_not_allowed"]
    assert check("SELECT a FROM v", dialect="sqlite", schema=schema).allowed


def test_a_column_can_be_blocked_in_every_table() -> None:
    policy = Policy.from_dict({"blocked_columns": ["*.email"]})
    assert codes("SELECT email FROM authors", schema=SCHEMA, policy=policy) == ["column_not_allowed"]
    assert codes("SELECT * FROM members", policy=policy) == ["column_not_allowed"]


# -- nothing makes it fail ------------------------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200), st.sampled_from([*DIALECTS, "oracle"]))
def test_random_bytes_never_crash_it(raw: bytes, dialect: str) -> None:
    verdict = check(raw.decode("latin-1"), dialect=dialect, schema=SCHEMA)
    assert "internal" not in [finding.code for finding in verdict.findings]


WORDS = (FOLDER / "words.txt").read_text("utf-8").split()


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=30), st.sampled_from(DIALECTS))
def test_random_words_never_crash_it(words: list[str], dialect: str) -> None:
    verdict = check("SELECT " + " ".join(words), dialect=dialect, schema=SCHEMA)
    assert "internal" not in [finding.code for finding in verdict.findings]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    "hostile",
    [
        "SELECT " + "(" * 3_000 + "1" + ")" * 3_000,
        "SELECT " + "(" * 30 + "1" + ")" * 30,
        "SELECT * FROM " + "(SELECT * FROM " * 500 + "books" + ")" * 500,
        "SELECT " + "NOT " * 5_000 + "1",
        "SELECT " + "- " * 5_000 + "1",
        "SELECT 1" + " + 1" * 5_000,
        "SELECT 1 FROM a " + "JOIN a " * 60,
        "SELECT 1 FROM a " + "NATURAL JOIN a " * 90,
        "SELECT a" + "[1]" * 3_000,
        "SELECT " + "CASE WHEN " * 1_000 + "1",
        "SELECT 1" + " UNION SELECT 1" * 3_000,
        "SELECT '" + "''" * 40_000,
        "SELECT 1 " + "/*" * 40_000,
        "x" * 1_000_000,
    ],
    ids=lambda sql: sql[:24],
)
def test_a_hostile_statement_ends_soon(hostile: str, dialect: str) -> None:
    start = time.thread_time()  # of the processor: what others do on the machine does not count
    verdict = check(hostile, dialect=dialect)
    assert time.thread_time() - start < 10
    assert "internal" not in [finding.code for finding in verdict.findings]
