"""Readings are tried on the few rows that came with a schema: the same everywhere, within limits, reading only."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from answerable.kernel.schema import Cell, Column, DatabaseSchema, Kind, Table
from answerable.language.sample_runs import SampleRuns
from tests.language.databases import schema

CASES: dict[str, list[dict[str, str]]] = tomllib.loads(Path(__file__).with_name("cases.toml").read_text("utf-8"))
SHOP = schema("shop")
TRIALS = SampleRuns(SHOP)


def parameters(part: str) -> list[Any]:
    return [pytest.param(case, id=case["title"]) for case in CASES[part]]


@pytest.mark.parametrize("case", parameters("same"))
def test_readings_that_give_the_same_agree(case: dict[str, str]) -> None:
    one, other = TRIALS.outcome(case["one"]), TRIALS.outcome(case["other"])
    assert one and other and one.is_telling
    assert one.result == other.result


@pytest.mark.parametrize("case", parameters("different"))
def test_readings_that_give_something_else_do_not(case: dict[str, str]) -> None:
    one, other = TRIALS.outcome(case["one"]), TRIALS.outcome(case["other"])
    assert one and other
    assert one.result != other.result


@pytest.mark.parametrize("case", parameters("untried"))
def test_what_cannot_or_must_not_be_tried_has_no_outcome(case: dict[str, str]) -> None:
    assert TRIALS.outcome(case["sql"]) is None
    counted = TRIALS.outcome("SELECT COUNT(*) AS n, COUNT(id) AS ids FROM orders")
    assert counted and counted.rows == 1, "and the rows are still there"


@pytest.mark.parametrize(
    ("sql", "rows", "columns", "is_telling"),
    [
        ("SELECT id, name FROM customers", 5, 2, True),
        ("SELECT id, name, city FROM customers WHERE id < 0", 0, 3, False),
        ("SELECT COUNT(*) FROM customers WHERE id < 0", 1, 1, False),
        ("SELECT MAX(id), COUNT(*) FROM customers WHERE id < 0", 1, 2, False),
        ("SELECT COUNT(*) FROM customers", 1, 1, True),
        ("SELECT a.id FROM order_lines a, order_lines b, order_lines c", 1_000, 1, True),
    ],
)
def test_rows_and_columns_are_counted(sql: str, rows: int, columns: int, is_telling: bool) -> None:
    found = TRIALS.outcome(sql)
    assert found and (found.rows, found.columns, found.is_telling) == (rows, columns, is_telling)


def test_it_is_told_whether_all_rows_were_there() -> None:
    few = DatabaseSchema("sqlite", (replace(table("a", ("x", (1,))), cells_are_all=True), table("b", ("x", (1,)))))
    found = [SampleRuns(few).outcome(f"SELECT x FROM {source}") for source in ("a", "b", "a JOIN b USING (x)")]
    assert [one and one.is_whole for one in found] == [True, False, False]


def test_shares_of_null_and_of_rows_unlike_each_other() -> None:
    found = TRIALS.outcome("SELECT 1, NULL FROM customers")
    assert found and (found.nulls, found.distinct) == (0.5, 0.2)


DIALECTS = {
    "postgres": "SELECT COUNT(*) FILTER (WHERE status = 'delivered')::INT FROM \"orders\"",
    "duckdb": "SELECT COUNT_IF(status = 'delivered') FROM orders",
    "mysql": "SELECT SUM(`status` = 'delivered') FROM `orders`",
}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_other_dialects_are_tried_in_sqlites_words(dialect: str) -> None:
    plain = TRIALS.outcome("SELECT COUNT(*) FROM orders WHERE status = 'delivered'")
    found = SampleRuns(replace(SHOP, dialect=dialect)).outcome(DIALECTS[dialect])
    assert plain and found and plain.is_telling
    assert found.result == plain.result


def test_what_sqlite_has_no_words_for_is_not_tried() -> None:
    trials = SampleRuns(replace(SHOP, dialect="postgres"))
    assert trials.outcome("SELECT * FROM orders WHERE ((") is None
    assert trials.outcome("SELECT id FROM orders, LATERAL UNNEST(ARRAY[1, 2]) AS x(n)") is None


def table(name: str, *columns: tuple[str, tuple[Cell, ...]], namespace: str | None = None) -> Table:
    return Table(name, tuple(Column(c, "", Kind.OTHER, cells=cells) for c, cells in columns), namespace)


def test_tables_of_several_namespaces_are_told_apart() -> None:
    tables = [table("t", ("n", (number,)), namespace=name) for number, name in enumerate(("a", "b", "c.d"), 1)]
    trials = SampleRuns(DatabaseSchema("postgres", tuple(tables)))
    found = [trials.outcome(f"SELECT t.n FROM {name}.t") for name in ("a", "b", '"c.d"')]
    plain = [trials.outcome(f"SELECT {number} FROM a.t") for number in (1, 2, 3)]
    assert all(found) and found == plain
    joined = trials.outcome("SELECT x.n, b.t.n FROM a.t AS x JOIN b.t ON x.n < b.t.n")
    assert joined and joined.rows == 1


HOSTILE = (
    '"',
    "'",
    "; DROP TABLE x --",
    'a "" b',
    "[x]",
    "`x`",
    "ж",
    " ",
    "select",
    "a\nb",
    "{name}",
    "%s",
    "?1",
    ":a",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_names_and_cells_are_nothing_but_names_and_cells(name: str) -> None:
    other = "sure"
    over = DatabaseSchema("sqlite", (table(name, (name, (name, None)), (other, (1, 2.5))),))
    quoted = '"' + name.replace('"', '""') + '"'
    found = SampleRuns(over).outcome(f"SELECT {quoted}, sure FROM {quoted} WHERE {quoted} IS NOT NULL")
    assert found and (found.rows, found.columns) == (1, 2)


def test_a_column_without_cells_cannot_be_read() -> None:
    trials = SampleRuns(
        DatabaseSchema("sqlite", (table("t", ("shown", (1, 2)), ("hidden", ())), table("empty", ("a", ()))))
    )
    assert trials.outcome("SELECT shown FROM t") and trials.outcome("SELECT COUNT(*) FROM t")
    for sql in ("SELECT hidden FROM t", "SELECT * FROM t", "SELECT shown FROM t WHERE hidden IS NULL"):
        assert trials.outcome(sql) is None
    assert trials.outcome("SELECT COUNT(*) FROM empty") is None
    assert trials.outcome("SELECT x.h FROM (SELECT hidden AS h FROM t) AS x") is None


def test_columns_that_no_table_can_have_do_no_harm() -> None:
    trials = SampleRuns(DatabaseSchema("duckdb", (table("t", ("a", (1,)), ("A", (2,))), table("u", ("a", (1,))))))
    assert trials.outcome("SELECT a FROM t") is None
    assert trials.outcome("SELECT a FROM u")


def test_nothing_is_built_for_tables_nobody_names() -> None:
    """Of these, t7 and t8 alone can be built: the others' columns differ in length."""
    ragged = [table(f"t{number}", ("a", (1,)), ("b", (1, 2))) for number in range(1_000)]
    ragged[7:9] = [table("t7", ("a", (1,))), table("t8", ("a", (1,)))]
    trials = SampleRuns(DatabaseSchema("sqlite", tuple(ragged)))
    assert trials.outcome("SELECT a FROM t7 JOIN t8 USING (a)")
    with pytest.raises(ValueError, match="argument"):
        trials.outcome("SELECT a FROM t9")


def test_without_cells_nothing_is_tried() -> None:
    assert SampleRuns(DatabaseSchema("sqlite", (table("t", ("a", ())),))).outcome("SELECT 1") is None


SCRIPT = """
import tomllib
from pathlib import Path
from answerable.language.sample_runs import SampleRuns
from tests.language.databases import schema
cases = tomllib.loads(Path("tests/language/trial/cases.toml").read_text("utf-8"))
trials = SampleRuns(schema("shop"))
for case in [*cases["same"], *cases["different"]]:
    print(trials.outcome(case["one"]), trials.outcome(case["other"]))
"""
ROOT = Path(__file__).parents[3]


def test_processes_agree_byte_for_byte() -> None:
    said = []
    for seed in ("1", "2"):
        told = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "src")))}
        done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, check=True, env=told, cwd=ROOT)
        said.append(done.stdout)
    assert said[0].count(b"Outcome(") == 2 * (len(CASES["same"]) + len(CASES["different"]))
    assert said[0] == said[1]


def test_a_reading_covers_another_where_it_shows_more_of_the_same_rows() -> None:
    more = TRIALS.outcome("SELECT name, city, country FROM customers")
    less = TRIALS.outcome("SELECT name, city FROM customers")
    other = TRIALS.outcome("SELECT name, email FROM customers")
    assert more and less and other
    assert more.covers(less)
    assert not less.covers(more) and not more.covers(more) and not more.covers(other)
