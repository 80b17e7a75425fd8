from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import duckdb
import pytest
import sqlglot

from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Kind, Table
from answerable.language.neural.form import END, KEYWORDS, Form, Pointer, Token
from answerable.language.neural.form_to_sql import FormToSql
from answerable.language.neural.grammar import START
from tests.language.databases import CASES, connection, schema
from tests.language.reader.forms import spelled

TABLE = tomllib.loads((Path(__file__).parent / "cases" / "writing.toml").read_text(encoding="utf-8"))
DIALECTS = ("sqlite", "duckdb", "postgres", "mysql", "spark")
VALUES = ("France", "7", "2024-01-01", "O'Brien; DROP TABLE orders --", "50%_!\\", "-3.5")


def written(case: dict[str, Any], dialect: str) -> str | None:
    known = schema(case.get("database", "shop"), dialect)
    form, values = spelled(case["form"], known)
    return FormToSql(known).sql(form, values, frozenset(case.get("hints", ())))


@pytest.fixture(scope="module")
def duck() -> duckdb.DuckDBPyConnection:
    opened = duckdb.connect()
    opened.execute((CASES / "shop.sql").read_text(encoding="utf-8"))
    return opened


@pytest.mark.parametrize("case", TABLE["case"], ids=lambda case: case["name"])
def test_form_is_written_as_a_person_would(case: dict[str, Any]) -> None:
    assert written(case, "sqlite") == case["sql"]
    for dialect in set(DIALECTS).intersection(case):
        assert written(case, dialect) == case[dialect]


@pytest.mark.parametrize("case", TABLE["case"], ids=lambda case: case["name"])
def test_sql_runs_and_gives_the_same_on_both_engines(duck: duckdb.DuckDBPyConnection, case: dict[str, Any]) -> None:
    ours = connection(case.get("database", "shop")).execute(str(written(case, "sqlite"))).fetchall()
    if case.get("database", "shop") == "shop":
        theirs = duck.execute(str(written(case, "duckdb"))).fetchall()
        assert sorted(map(str, theirs)) == sorted(map(str, ours))


@pytest.mark.parametrize("case", TABLE["unwritable"], ids=lambda case: case["name"])
def test_form_without_sql_gives_none(case: dict[str, Any]) -> None:
    assert [dialect for dialect in case["dialects"] if written(case, dialect) is not None] == []


def test_form_that_breaks_the_grammar_is_refused() -> None:
    with pytest.raises(ValueError, match="may not go on"):
        FormToSql(schema("shop")).sql(("SELECT", "WHERE"), ())


def wander(chance: random.Random, known: DatabaseSchema) -> Form | None:
    """A form that keeps to the grammar and else makes no sense; None when it became too long."""
    sizes = {"column": len(list(known.columns())), "table": len(known.tables), "value": len(VALUES)}
    prefix, tokens = START, list[Token]()
    while len(tokens) < 60:
        symbol = chance.choice(sorted(prefix.allowed))
        if symbol == END:
            return tuple(tokens)
        prefix = prefix.after(symbol)
        tokens.append(symbol if symbol in KEYWORDS else Pointer(symbol, chance.randrange(sizes[symbol])))  # type: ignore[arg-type]
    return None


@pytest.mark.parametrize("dialect", DIALECTS)
def test_any_form_is_one_query_or_nothing(dialect: str) -> None:
    known, chance = schema("shop", dialect), random.Random(7)
    writer = FormToSql(known)
    forms = [form for _ in range(400) if (form := wander(chance, known))]
    found = [sql for form in forms if (sql := writer.sql(form, VALUES))]
    assert len(found) > 20
    for sql in found:
        [tree] = sqlglot.parse(sql, dialect=dialect)
        assert isinstance(tree, sqlglot.exp.Query)


def test_any_form_runs_on_sqlite() -> None:
    known, chance = schema("shop"), random.Random(11)
    writer = FormToSql(known)
    forms = [form for _ in range(600) if (form := wander(chance, known))]
    for sql in [sql for form in forms if (sql := writer.sql(form, VALUES))]:
        connection("shop").execute(f"EXPLAIN {sql}")


def hostile(dialect: str) -> DatabaseSchema:
    """Two tables of one name, and names that would end an identifier or a string."""
    key = Column("Order", "INTEGER", Kind.INTEGER), Column('it"s`', "TEXT", Kind.TEXT)
    child = ForeignKey(("Order",), "sales.items", ("Order",))
    return DatabaseSchema(dialect, (Table("items", key, "sales"), Table("items", key, "stock", foreign_keys=(child,))))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_names_and_values_cannot_leave_their_place(dialect: str) -> None:
    form: Form = ("SELECT", Pointer("column", 1), "WHERE", Pointer("column", 3), "=", Pointer("value", 0))
    sql = FormToSql(hostile(dialect)).sql(form, ["x' OR '1'='1\\"])
    assert sql is not None
    tree = sqlglot.parse_one(sql, dialect=dialect)
    assert [(c.table, c.name) for c in tree.find_all(sqlglot.exp.Column)].count(("stock_items", 'it"s`')) == 1
    assert [found.this for found in tree.find_all(sqlglot.exp.Literal)] == ["x' OR '1'='1\\"]
    assert tree.find(sqlglot.exp.Or) is None
