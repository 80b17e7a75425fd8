"""A folder of CSV files: the files themselves, and the copy in the cache that queries read."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from tests.walls.disk import contents, tree
from tests.walls.engines.base import Prepared, Setup

__all__ = ["prepare_files"]


def prepare_files(_: pytest.FixtureRequest, folder: Path, setup: Setup) -> Prepared:
    data = folder / "data"
    data.mkdir()
    with duckdb.connect() as connection:
        for statement in setup:
            connection.execute(statement)
        for (table,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall():
            connection.execute(f"COPY {table} TO '{data / table}.csv'")
    cache = folder / ".answerable"
    return Prepared(str(data), "duckdb", lambda: {"files": contents(data), "cache": _cached(cache)})


def _cached(cache: Path) -> tuple[set[str], dict[str, bytes]]:
    return tree(cache), contents(cache)
