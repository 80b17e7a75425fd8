"""A database of one's own on any of the four engines, made by statements that all of them read."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import duckdb
import pytest

from tests.sources.servers import Server

__all__ = ["ENGINES", "make_database"]

ENGINES = ("sqlite", "duckdb", "postgres", "mariadb")


def make_database(request: pytest.FixtureRequest, folder: Path, engine: str, statements: tuple[str, ...]) -> str:
    """The spec that opens it."""
    if engine == "sqlite":
        path = folder / "made.db"
        with sqlite3.connect(path) as connection:
            connection.executescript(";\n".join(statements) + ";")
        connection.close()
        return str(path)
    if engine == "duckdb":
        path = folder / "made.duckdb"
        with duckdb.connect(str(path)) as database:
            for statement in statements:
                database.execute(statement)
        return str(path)
    server: Server = request.getfixturevalue(f"{engine}_server")
    name = server.new_database()
    server.execute(*statements, database=name)
    return server.url(name)
