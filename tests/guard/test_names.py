"""What a name means: to the engine, to the policy, and to whoever reads the query."""

from __future__ import annotations

import pytest

from answerable.guard import Policy, check
from answerable.guard.identifiers import IdentifierKind, folded, likeness
from answerable.schema import Column, DatabaseSchema, Kind, Table

LONG = "a" * 63


def schema(dialect: str, *names: str) -> DatabaseSchema:
    columns = (Column("id", "INTEGER", Kind.INTEGER), Column("name", "TEXT", Kind.TEXT))
    return DatabaseSchema(dialect, tuple(Table(name, columns, primary_key=("id",)) for name in names))


@pytest.mark.parametrize(
    ("dialect", "quoted", "kind", "one", "two", "same"),
    [
        ("sqlite", True, "column", "Name", "name", True),
        ("sqlite", True, "table", "É", "é", False),
        ("duckdb", False, "table", "\u212a", "k", False),
        ("postgres", False, "table", "C", "c", True),
        ("postgres", True, "table", "C", "c", False),
        ("postgres", True, "table", LONG + "x", LONG + "y", True),
        ("postgres", True, "table", "é" * 31 + "éx", "é" * 31, True),
        ("sqlite", True, "table", LONG + "x", LONG + "y", False),
        ("mysql", True, "column", "É", "é", True),
        ("mysql", True, "column", "\u212a", "k", False),
        ("mysql", True, "table", "\u212a", "k", True),
        ("mysql", True, "column", "e", "é", False),
    ],
)
def test_names_fold_as_the_engine_folds_them(
    dialect: str, quoted: bool, kind: str, one: str, two: str, same: bool
) -> None:
    first, second = (folded(name, dialect, quoted, IdentifierKind(kind)) for name in (one, two))
    assert (first == second) is same


@pytest.mark.parametrize("other", ["SSN", "ｓｓｎ", "ſsn", "śsn", "ß" + "n"])
def test_likeness_is_coarser_than_any_engine(other: str) -> None:
    assert likeness(other) == likeness("ssn")


@pytest.mark.parametrize(("dialect", "names"), [("mysql", ("Orders", "orders")), ("postgres", ("Orders", "orders"))])
def test_an_allowed_name_does_not_allow_its_twin(dialect: str, names: tuple[str, ...]) -> None:
    quote = "`" if dialect == "mysql" else '"'
    policy = Policy.from_dict({"allowed_tables": ["orders"]})
    known = schema(dialect, *names)
    assert check("SELECT id FROM orders", dialect=dialect, schema=known, policy=policy).allowed
    sql = f"SELECT id FROM {quote}Orders{quote}"
    assert not check(sql, dialect=dialect, schema=known, policy=policy).allowed
    assert check(sql, dialect=dialect, schema=schema(dialect, "Orders"), policy=policy).allowed


def test_other_letters_never_allow() -> None:
    policy = Policy.from_dict({"allowed_tables": ["état"]})
    assert not check('SELECT id FROM "État"', dialect="sqlite", schema=schema("sqlite", "État"), policy=policy).allowed
    assert check('SELECT id FROM "état"', dialect="sqlite", schema=schema("sqlite", "état"), policy=policy).allowed


@pytest.mark.parametrize("dialect", ["sqlite", "duckdb", "postgres", "mysql", "spark"])
@pytest.mark.parametrize("known", [True, False])
def test_restrictions_match_names_that_are_alike(dialect: str, known: bool) -> None:
    policy = Policy.from_dict({"blocked_columns": ["état.NAME"]})
    given = schema(dialect, "État") if known else None
    quote = "`" if dialect in ("mysql", "spark") else '"'
    assert not check(f"SELECT name FROM {quote}État{quote}", dialect=dialect, schema=given, policy=policy).allowed


@pytest.mark.parametrize(("dialect", "name"), [("sqlite", "rowid"), ("sqlite", "OID"), ("mysql", "_rowid")])
def test_without_a_schema_a_row_id_may_be_any_column(dialect: str, name: str) -> None:
    policy = Policy.from_dict({"blocked_columns": ["people.id"]})
    assert not check(f"SELECT {name} FROM people", dialect=dialect, policy=policy).allowed
    assert check("SELECT name FROM people", dialect=dialect, policy=policy).allowed


def test_a_masked_key_is_masked_as_a_row_id() -> None:
    policy = Policy.from_dict({"masked_columns": ["people.id"]})
    verdict = check(
        "SELECT rowid, name FROM people", dialect="sqlite", schema=schema("sqlite", "people"), policy=policy
    )
    assert verdict.masked_columns == (0,) or not verdict.allowed
