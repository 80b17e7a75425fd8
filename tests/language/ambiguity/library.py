"""A small library: a real database in memory, and its schema as a source would read it."""

from __future__ import annotations

import sqlite3
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Kind, Table

_CASES = Path(__file__).parent / "cases"


def case_table(name: str) -> dict[str, Any]:
    return tomllib.loads((_CASES / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def connection() -> sqlite3.Connection:
    opened = sqlite3.connect(":memory:")
    opened.executescript((_CASES / "library.sql").read_text(encoding="utf-8"))
    return opened


def rows(sql: str) -> list[tuple[object, ...]]:
    return sorted(connection().execute(sql).fetchall())


@cache
def schema(dialect: str = "sqlite") -> DatabaseSchema:
    names = [row[0] for row in connection().execute("SELECT name FROM sqlite_master ORDER BY rowid")]
    return DatabaseSchema(dialect, tuple(_table(name) for name in names if not name.startswith("sqlite_")))


def _table(name: str) -> Table:
    described = connection().execute(f"PRAGMA table_info({name})").fetchall()
    keys = connection().execute(f"PRAGMA foreign_key_list({name})").fetchall()
    return Table(
        name,
        tuple(_column(name, row[1], row[2]) for row in described),
        primary_key=tuple(row[1] for row in described if row[5]),
        foreign_keys=tuple(ForeignKey((key[3],), key[2], (key[4],)) for key in keys),
    )


def _column(table: str, name: str, declared: str) -> Column:
    kind = Kind.INTEGER if declared == "INTEGER" else Kind.TEXT
    values = connection().execute(f"SELECT DISTINCT {name} FROM {table} ORDER BY 1").fetchall()
    return Column(name, declared, kind, common_values=tuple(row[0] for row in values) if kind is Kind.TEXT else ())
