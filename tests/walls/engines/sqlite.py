"""A SQLite file that this user may write."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.walls.disk import contents
from tests.walls.engines.base import Prepared, Setup

__all__ = ["prepare_sqlite"]


def prepare_sqlite(_: pytest.FixtureRequest, folder: Path, setup: Setup) -> Prepared:
    """The file's bytes and its neighbours tell everything."""
    data = folder / "data"
    data.mkdir()
    with closing(sqlite3.connect(data / "library.db")) as connection, connection:
        for statement in setup:
            connection.execute(statement)
    return Prepared(str(data / "library.db"), "sqlite", lambda: {"files": contents(data)})
