"""SQLite against the suite."""

from __future__ import annotations

import math
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.sources.conformance.claims import Conformance
from tests.sources.conformance.shop import DDL, ROWS, VIEW
from tests.sources.conformance.under_test import EngineUnderTest


def _make(place: Path) -> str:
    path = place / "shop.db"
    _run(str(path), *DDL, VIEW, *ROWS)
    return str(path)


def _change(spec: str) -> None:
    _run(spec, "ALTER TABLE customers ADD COLUMN extra TEXT")


def _run(path: str, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


SQLITE = EngineUnderTest(
    dialect="sqlite",
    make=_make,
    change=_change,
    endless="WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) AS n FROM r",
    numbers="WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < {count}) SELECT n FROM r",
    mismatch="",
    writes=(
        "INSERT INTO customers VALUES (9, 'x', 'DE')",
        "DELETE FROM customers",
        "CREATE TABLE x (a)",
        "DROP TABLE orders",
        "PRAGMA writable_schema = ON",
        "PRAGMA query_only = OFF",
        "ATTACH 'other.db' AS other",
        "VACUUM INTO 'copy.db'",
        "SELECT load_extension('x')",
        "BEGIN",
        "CREATE TEMP TABLE x (a)",
    ),
    exact={
        "whole": ("9223372036854775807", 9223372036854775807),
        "float": ("0.1", 0.1),
        "infinity": ("9e999", math.inf),
        "minus infinity": ("-9e999", -math.inf),
        "bytes": ("x'00ff'", b"\x00\xff"),
        "null": ("NULL", None),
        "emoji": ("'👩‍👩‍👧 שלום'", "👩‍👩‍👧 שלום"),
    },
    gaps=frozenset({"comments_are_read", "type_clash_has_its_category"}),
)


class TestSQLite(Conformance):
    @pytest.fixture(scope="class")
    @classmethod
    def under_test(cls) -> EngineUnderTest:
        return SQLITE
