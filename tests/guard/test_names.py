"""What a name means: to the engine, to the policy, and to whoever reads the query."""

from __future__ import annotations

import pytest

from answerable.guard import Policy, check
from answerable.guard.resolve.identifiers import IdentifierKind, fold_name, likeness
from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table

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
    first, second = (fold_name(name, dialect, quoted, IdentifierKind(kind)) for name in (one, two))
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


@pytest.mark.parametrize("dialect", ["sqlite", "duckdb", "postgres", "mysql"])
@pytest.mark.parametrize("written", ["Ärzte.mail", "ärzte.mail", "ÄRZTE.Mail"])
def test_what_view_lineage_names_leads_on_however_it_is_spelled(dialect: str, written: str) -> None:
    """Through a view of that name to the blocked column behind it."""
    text = Column("mail", "TEXT", Kind.TEXT)
    tables = (
        Table("people", (text,)),
        Table("Ärzte", (text,), is_view=True, definition="SELECT mail FROM people"),
        Table("shown", (text,), is_view=True),
    )
    policy = Policy.from_dict({"blocked_columns": ["people.mail"], "view_lineage": {"shown.mail": written}})
    verdict = check("SELECT mail FROM shown", dialect=dialect, schema=DatabaseSchema(dialect, tables), policy=policy)
    assert [finding.code for finding in verdict.errors] == ["column_not_allowed"]


@pytest.mark.parametrize(
    ("allowed", "is_allowed"), [("people.mail", True), ("people.id", False), ("towns.mail", False)]
)
@pytest.mark.parametrize("view", ["shown", "again"])
def test_a_view_shows_what_the_allowed_columns_name(allowed: str, view: str, is_allowed: bool) -> None:
    """Itself, or through another view."""
    columns = (Column("id", "INTEGER", Kind.INTEGER), Column("mail", "TEXT", Kind.TEXT))
    tables = (
        Table("people", columns),
        Table("towns", columns),
        Table("shown", columns[1:], is_view=True, definition="SELECT mail FROM people"),
        Table("again", columns[1:], is_view=True, definition="SELECT mail FROM shown"),
    )
    policy = Policy.from_dict({"allowed_columns": [allowed], "allowed_tables": [table.name for table in tables]})
    verdict = check(
        f"SELECT mail FROM {view}", dialect="sqlite", schema=DatabaseSchema("sqlite", tables), policy=policy
    )
    assert verdict.allowed is is_allowed


@pytest.mark.parametrize(
    ("sql", "masked"),
    [
        ("WITH t AS (SELECT mail FROM people UNION ALL SELECT mail FROM people) SELECT mail FROM t", (0,)),
        ("SELECT * EXCLUDE (id) FROM people", (0,)),
        ("SELECT * EXCLUDE (mail) FROM people", ()),
        ("SELECT p.* EXCLUDE (id) FROM people p", (0,)),
    ],
)
def test_a_masked_column_is_followed_through_steps_and_stars(sql: str, masked: tuple[int, ...]) -> None:
    columns = (Column("id", "INTEGER", Kind.INTEGER), Column("mail", "TEXT", Kind.TEXT))
    schema = DatabaseSchema("duckdb", (Table("people", columns, primary_key=("id",)),))
    policy = Policy.from_dict({"masked_columns": ["people.mail"]})
    verdict = check(sql, dialect="duckdb", schema=schema, policy=policy)
    assert (verdict.errors, verdict.masked_columns) == ((), masked)


TEAMS = (Column("id", "INTEGER", Kind.INTEGER), Column("other", "INTEGER", Kind.INTEGER))


@pytest.mark.parametrize(
    ("join", "is_allowed"),
    [
        ("JOIN a ON a.id = s.team", True),
        ("JOIN a ON a.id = s.team JOIN b ON b.id = a.other", True),
        ("JOIN a ON a.other = s.team JOIN b ON b.id = a.id", False),
        ("CROSS JOIN a JOIN b ON b.id = a.other AND a.id = b.other", False),
    ],
)
def test_tables_that_only_meet_each_other_may_repeat_the_rows_of_a_figure(join: str, is_allowed: bool) -> None:
    pay = Column("pay", "INTEGER", Kind.INTEGER)
    staff = Table("staff", (*TEAMS[:1], Column("team", "INTEGER", Kind.INTEGER), pay), primary_key=("id",))
    others = (Table(name, TEAMS, primary_key=("id",)) for name in "ab")
    policy = Policy.from_dict({"aggregate_only_columns": ["staff.pay"], "minimum_group": 3})
    sql = f"SELECT sum(s.pay) FROM staff s {join} HAVING count(s.pay) >= 3"
    verdict = check(sql, dialect="sqlite", schema=DatabaseSchema("sqlite", (staff, *others)), policy=policy)
    assert verdict.allowed is is_allowed, verdict.errors


@pytest.mark.parametrize(
    ("dialect", "sql"),
    [
        ("sqlite", "SELECT j.value FROM people p, json_each(p.mail) j"),
        ("sqlite", "SELECT count(*) FROM people a JOIN people b USING (mail)"),
        ("postgres", "SELECT x FROM people p, LATERAL (VALUES (p.mail)) v(x)"),
        ("postgres", "SELECT x FROM people p CROSS JOIN LATERAL unnest(ARRAY[p.mail]) AS v(x)"),
        ("duckdb", "SELECT x FROM people p, unnest([p.mail]) v(x)"),
        ("mysql", "SELECT j.u FROM people p, JSON_TABLE(p.mail, '$[*]' COLUMNS (u VARCHAR(9) PATH '$')) j"),
    ],
)
def test_a_blocked_column_is_not_read_in_from(dialect: str, sql: str) -> None:
    columns = (Column("id", "INTEGER", Kind.INTEGER), Column("mail", "TEXT", Kind.TEXT))
    schema = DatabaseSchema(dialect, (Table("people", columns, primary_key=("id",)),))
    policy = Policy.from_dict({"blocked_columns": ["people.mail"]})
    verdict = check(sql, dialect=dialect, schema=schema, policy=policy)
    assert "column_not_allowed" in {finding.code for finding in verdict.errors}
