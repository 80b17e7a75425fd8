"""On real engines: whatever the guard lets through tells nothing of a hidden value.

Two databases that differ only in the hidden values (each replaced by another one, equal ones by equal ones, in another
order) must give the same masked rows to every query that passes. Queries are made at random from pieces that use the
hidden columns in every way we could think of; most are refused, and those that pass must not tell the databases apart.
"""

from __future__ import annotations

import random
import re
import sqlite3
import tomllib
from collections import Counter
from collections.abc import Callable
from typing import Any

import duckdb
import pytest

from answerable.guard import Policy, Verdict, check
from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from tests.guard.case_files import FOLDER

pytestmark = pytest.mark.slow

CANARY = "canary"
MADE = 800
COLUMNS = {
    "people": "id name secret town points",
    "cards": "id person_id copy town",
}
TYPES = {"id": "INTEGER", "person_id": "INTEGER", "points": "INTEGER"}
VIEW = "SELECT id, secret AS hidden, name FROM people"

Rows = list[tuple[Any, ...]]
Run = Callable[[str], Rows | str]


def schema(dialect: str) -> DatabaseSchema:
    tables = [_table(name, columns) for name, columns in COLUMNS.items()]
    view = _table("shown", "id hidden name", is_view=True, definition=VIEW)
    return DatabaseSchema(dialect, (*tables, view))


def _table(name: str, columns: str, *, is_view: bool = False, definition: str | None = None) -> Table:
    made = tuple(Column(column, TYPES.get(column, "VARCHAR"), Kind.OTHER) for column in columns.split())
    return Table(name, made, is_view=is_view, primary_key=() if is_view else ("id",), definition=definition)


def script(hide: Callable[[int], str]) -> str:
    """`hide` gives the hidden value of a number."""
    lines = []
    for table, columns in COLUMNS.items():
        typed = ", ".join(f"{column} {TYPES.get(column, 'VARCHAR')}" for column in columns.split())
        lines.append(f"CREATE TABLE {table} ({typed})")
    lines.append(f"CREATE VIEW shown AS {VIEW}")
    for n in range(1, 13):
        secret = "NULL" if n % 5 == 0 else f"'{hide(n // 2)}'"
        lines.append(f"INSERT INTO people VALUES ({n}, 'name{n}', {secret}, 'town{n % 3}', {n * 7 % 11})")
        lines.append(f"INSERT INTO cards VALUES ({n}, {13 - n}, '{hide(n % 4)}', 'town{n % 2}')")
    return ";\n".join(lines) + ";"


def first(number: int) -> str:
    return f"{CANARY}-a{number}"


def second(number: int) -> str:
    """Other texts, of other lengths, in another order."""
    return f"{'z' * (9 - number)}{CANARY}@{100 - number}"


def on_sqlite(text: str) -> Run:
    connection = sqlite3.connect(":memory:")
    connection.executescript(text)

    def run(sql: str) -> Rows | str:
        try:
            return connection.execute(sql).fetchall()
        except sqlite3.Error as error:
            return type(error).__name__

    return run


def on_duckdb(text: str) -> Run:
    connection = duckdb.connect()
    connection.execute(text)

    def run(sql: str) -> Rows | str:
        try:
            return [tuple(row) for row in connection.execute(sql).fetchall()]
        except duckdb.Error as error:
            return type(error).__name__

    return run


ENGINES = {"sqlite": on_sqlite, "duckdb": on_duckdb}


class Maker:
    """Random SELECTs over the schema that reach for the hidden columns."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.pieces: dict[str, list[str]] = tomllib.loads((FOLDER / "policy_pieces.toml").read_text("utf-8"))

    def query(self) -> str:
        """Some, none or all of the hidden columns it reaches for are swapped for a plain one."""
        made = self.chance.choice([self.plain, self.plain, self.united, self.nested, self.grouped, self.viewed])
        share = self.chance.choice([0.0, 0.0, 0.5, 1.0])
        return re.sub(r"\b(secret|copy)\b", lambda m: "town" if self.chance.random() < share else m[0], made())

    def plain(self) -> str:
        few = self.chance.randint(1, 3)
        shown = self.one("lists") if self.chance.random() < 0.15 else ", ".join(self.value() for _ in range(few))
        return f"SELECT {shown} FROM people p {self.one('joins')} {self.one('conditions')} {self.one('orders')}"

    def united(self) -> str:
        return f"SELECT {self.value()} FROM people p {self.one('sets')} SELECT {self.value('c', 'copy')} FROM cards c"

    def nested(self) -> str:
        inner = f"SELECT {self.value()} AS a, {self.value()} AS b FROM people p {self.one('conditions')}"
        if self.chance.random() < 0.5:
            return f"WITH x AS ({inner}) SELECT {self.one('outer')} FROM x"
        return f"SELECT {self.one('outer')} FROM ({inner}) x"

    def grouped(self) -> str:
        key = self.value()
        return f"SELECT {key}, count(*), count(p.secret) FROM people p GROUP BY {key} {self.one('havings')}"

    def viewed(self) -> str:
        return self.one("shown")

    def one(self, kind: str) -> str:
        return self.chance.choice(self.pieces[kind])

    def value(self, table: str = "p", hidden: str = "secret") -> str:
        return self.one("values").format(t=table, h=f"{table}.{hidden}")


def masked(rows: Rows | str, verdict: Verdict) -> Counter[tuple[Any, ...]] | str:
    """As the agent shows them; in no order, because a query without ORDER BY has none."""
    if isinstance(rows, str):
        return rows
    hidden = set(verdict.masked_columns)
    return Counter(
        tuple("•••" if at in hidden and cell is not None else cell for at, cell in enumerate(row)) for row in rows
    )


@pytest.mark.parametrize("mode", ["masked_columns", "blocked_columns"])
@pytest.mark.parametrize("dialect", ENGINES)
def test_what_passes_does_not_tell_hidden_values(dialect: str, mode: str) -> None:
    policy = Policy.from_dict({mode: ["people.secret", "cards.copy"]})
    one, two = (ENGINES[dialect](script(hide)) for hide in (first, second))
    known, maker, passed = schema(dialect), Maker(len(mode)), 0
    for _ in range(MADE):
        sql = maker.query()
        verdict = check(sql, dialect=dialect, schema=known, policy=policy)
        if not verdict.allowed:
            continue
        passed += 1
        seen = masked(one(sql), verdict)
        assert CANARY not in repr(seen), sql
        assert seen == masked(two(sql), verdict), sql
    assert passed > MADE / 25
