"""A DuckDB file that this user may write."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from tests.walls.disk import contents
from tests.walls.engines.base import Prepared, Setup

__all__ = ["prepare_duckdb"]


def prepare_duckdb(_: pytest.FixtureRequest, folder: Path, setup: Setup) -> Prepared:
    data = folder / "data"
    data.mkdir()
    with duckdb.connect(str(data / "library.duckdb")) as connection:
        for statement in (*setup, "CREATE SEQUENCE ticket_numbers"):
            connection.execute(statement)
    return Prepared(str(data / "library.duckdb"), "duckdb", lambda: {"files": contents(data)})
