"""DuckDB files against the suite."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from zoneinfo import ZoneInfo

import duckdb
import pytest

from tests.sources.conformance.claims import Conformance
from tests.sources.conformance.shop import DDL, ROWS, VIEW
from tests.sources.conformance.under_test import EngineUnderTest

COMMENTS = ("COMMENT ON TABLE customers IS 'Who buys'", "COMMENT ON COLUMN customers.name IS 'As on the invoice'")


def _make(place: Path) -> str:
    path = place / "shop.duckdb"
    _run(str(path), *DDL, VIEW, *COMMENTS, *ROWS)
    return str(path)


def _change(spec: str) -> None:
    _run(spec, "DROP TABLE orders CASCADE", "ALTER TABLE customers ADD COLUMN extra TEXT")


def _run(path: str, *statements: str) -> None:
    with duckdb.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)


NOON = datetime(2024, 1, 1, 12, tzinfo=ZoneInfo("UTC"))

EXACT = {
    "decimal": ("12345678901234567890.123456::DECIMAL(38,6)", Decimal("12345678901234567890.123456")),
    "huge": ("170141183460469231731687303715884105727::HUGEINT", Decimal("170141183460469231731687303715884105727")),
    "date": ("DATE '0001-01-01'", date(1, 1, 1)),
    "zone": ("TIMESTAMPTZ '2024-01-01 14:00:00+02'", NOON.astimezone(UTC)),
    "nan": ("'nan'::DOUBLE", math.nan),
    "infinity": ("'-inf'::DOUBLE", -math.inf),
    "bytes": ("'\\x00\\xFF'::BLOB", b"\x00\xff"),
    "list": ("[1, NULL, 3]", [1, None, 3]),
    "struct": ("{'a': 1, 'b': ['x']}", {"a": 1, "b": ["x"]}),
    "map": ("MAP {'k': 1}", [("k", 1)]),
    "enum": ("'b'::ENUM('a', 'b')", "b"),
    "time with zone": ("'10:00:00+02'::TIMETZ", "10:00:00+02"),
    "bits": ("'101'::BIT", "101"),
    "true": ("true", True),
    "null": ("NULL", None),
    "emoji": ("'👩‍👩‍👧 שלום'", "👩‍👩‍👧 שלום"),
}
ENDLESS = "SELECT count(*) AS n FROM range(10000000) a, range(10000000) b WHERE a.range + b.range = 7"
WRITES = (
    "INSERT INTO customers VALUES (9, 'x', 'DE')",
    "DELETE FROM customers",
    "CREATE TABLE x (a INTEGER)",
    "CREATE TEMP TABLE x (a INTEGER)",
    "SET threads = 1",
    "ATTACH ':memory:' AS other",
    "COPY customers TO 'out.csv'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM glob('/*')",
    "SELECT getenv('HOME')",
    "PRAGMA database_list",
)

DUCKDB = EngineUnderTest(
    dialect="duckdb",
    make=_make,
    change=_change,
    endless=ENDLESS,
    numbers="SELECT range + 1 AS n FROM range({count})",
    mismatch="SELECT name + 1 FROM customers",
    writes=WRITES,
    exact=EXACT,
)


class TestDuckDB(Conformance):
    @pytest.fixture(scope="class")
    @classmethod
    def under_test(cls) -> EngineUnderTest:
        return DUCKDB
