"""The nursery as real SQLite and DuckDB files, and as the product sees them."""

from __future__ import annotations

import sqlite3
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import duckdb

from answerable.hybrid.fixer import FixingSource
from answerable.hybrid.sight import Sees, Sight
from answerable.kernel.schema import DatabaseSchema, Kind
from answerable.kernel.settings import Settings
from answerable.semantics import build_semantics
from answerable.sources import open_source
from tests.semantics.nursery import NURSERY

__all__ = ["ENGINES", "fixing", "nursery_file", "nursery_schema", "rows_of", "sight"]

ENGINES = ("sqlite", "duckdb")
_TYPES = {Kind.INTEGER: "BIGINT", Kind.FLOAT: "DOUBLE"}


@cache
def _folder() -> Path:
    return Path(mkdtemp(prefix="nursery-"))


@cache
def nursery_file(engine: str) -> Path:
    path = _folder() / ("nursery.db" if engine == "sqlite" else "nursery.duckdb")
    connection: Any = sqlite3.connect(path) if engine == "sqlite" else duckdb.connect(str(path))
    for table in NURSERY.tables:
        if table.is_view:
            continue
        columns = ", ".join(f'"{one.name}" {_TYPES.get(one.kind, "TEXT")}' for one in table.columns)
        keys = ", ".join(f'"{name}"' for name in table.primary_key)
        connection.execute(f'CREATE TABLE "{table.name}" ({columns}{f", PRIMARY KEY ({keys})" if keys else ""})')
        marks = ", ".join("?" for _ in table.columns)
        rows = list(zip(*(one.cells for one in table.columns), strict=True))
        connection.executemany(f'INSERT INTO "{table.name}" VALUES ({marks})', rows)
    if engine == "sqlite":
        connection.commit()
    connection.close()
    return path


@cache
def nursery_schema(engine: str) -> DatabaseSchema:
    source = open_source([str(nursery_file(engine))], Settings(workspace=str(_folder() / "workspace")))
    try:
        return source.schema()
    finally:
        source.close()


@cache
def fixing(engine: str) -> FixingSource:
    schema = nursery_schema(engine)
    return FixingSource(schema, build_semantics(schema))


@cache
def sight(engine: str, sees: Sees = "schema", is_blind: bool = False) -> Sight:
    known = fixing(engine)
    return Sight(known.schema, known.model, sees=sees, is_blind=is_blind)


def rows_of(engine: str, sql: str) -> list[tuple[object, ...]]:
    """Sorted, figures rounded."""
    path = nursery_file(engine)
    connection: Any = sqlite3.connect(path) if engine == "sqlite" else duckdb.connect(str(path), read_only=True)
    try:
        found = connection.execute(sql).fetchall()
    finally:
        connection.close()
    return sorted((tuple(map(_plain, row)) for row in found), key=repr)


def _plain(cell: Any) -> object:
    if isinstance(cell, str) or cell is None:
        return cell
    try:
        return round(float(cell), 4)
    except (TypeError, ValueError):
        return str(cell)
