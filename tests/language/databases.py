"""The schemas of the case files as real SQLite databases in memory, and as the translator sees them."""

from __future__ import annotations

import sqlite3
import tomllib
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Kind, Table
from answerable.language import Context
from answerable.sources.cell_values import with_cells
from answerable.sources.sampled_rows import Pick, Spelling, few_rows_query

CASES = Path(__file__).parent / "cases"
TODAY = Context(date(2026, 11, 15))
DATABASES = ("shop", "hospital", "music_school")
BUSINESS = (*DATABASES, "company")
_KINDS = (
    ("BOOL", Kind.BOOLEAN),
    ("INT", Kind.INTEGER),
    ("TIMESTAMP", Kind.TIMESTAMP),
    ("DATE", Kind.DATE),
    ("DECIMAL", Kind.DECIMAL),
    ("NUMERIC", Kind.DECIMAL),
    ("REAL", Kind.FLOAT),
)


@dataclass(frozen=True)
class Case:
    database: str
    question: str
    gold: str
    also: tuple[str, ...] = ()
    """SQL of other rows that are as right, where the question leaves it open."""
    kind: str = ""
    """What the question asks for."""
    fiscal_year_start: int = 1
    held_back: bool = False
    """Never looked at while the rules were being written."""
    blind: bool = False
    """Written without knowing what the rules understand."""
    gap: bool = False
    """Known not to be understood; it must be asked back."""

    @property
    def context(self) -> Context:
        return replace(TODAY, fiscal_year_start=self.fiscal_year_start)


@cache
def connection(name: str) -> sqlite3.Connection:
    opened = sqlite3.connect(":memory:", check_same_thread=False)
    opened.executescript((CASES / f"{name}.sql").read_text(encoding="utf-8"))
    return opened


def cases() -> list[Case]:
    return [case for name in DATABASES for case in _read(name, f"{name}.toml")]


def business_cases() -> list[Case]:
    return [case for name in BUSINESS for case in _read(name, f"business_{name}.toml")]


def _read(database: str, file: str) -> list[Case]:
    table = tomllib.loads((CASES / file).read_text(encoding="utf-8"))
    return [Case(database, **(case | {"also": tuple(case.get("also", ()))})) for case in table["case"]]


@cache
def schema(name: str, dialect: str = "sqlite") -> DatabaseSchema:
    opened = connection(name)
    names = [row[0] for row in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")]
    read = DatabaseSchema(dialect, tuple(_table(opened, table) for table in names))

    def rows(table: Table, pick: Pick) -> list[tuple[object, ...]]:
        return opened.execute(few_rows_query(table, pick, Spelling("substr({name}, 1, {length})"))).fetchall()

    return with_cells(read, rows)


def _table(opened: sqlite3.Connection, name: str) -> Table:
    rows: list[Any] = opened.execute(f"PRAGMA table_info({name})").fetchall()
    keys: list[Any] = opened.execute(f"PRAGMA foreign_key_list({name})").fetchall()
    return Table(
        name,
        tuple(_column(opened, name, row[1], row[2], not row[3]) for row in rows),
        primary_key=tuple(row[1] for row in rows if row[5]),
        foreign_keys=tuple(ForeignKey((row[3],), row[2], (row[4],)) for row in reversed(keys)),
        row_estimate=opened.execute(f"SELECT count(*) FROM {name}").fetchone()[0],
    )


def _column(opened: sqlite3.Connection, table: str, name: str, declared: str, nullable: bool) -> Column:
    kind = next((kind for part, kind in _KINDS if part in declared.upper()), Kind.TEXT)
    query = f'SELECT "{name}" FROM {table} WHERE "{name}" IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 50'
    values = tuple(row[0] for row in opened.execute(query)) if kind is Kind.TEXT else ()
    distinct = opened.execute(f'SELECT count(DISTINCT "{name}") FROM {table}').fetchone()[0]
    return Column(name, declared, kind, nullable, common_values=values, distinct_estimate=distinct)
