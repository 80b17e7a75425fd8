"""PostgreSQL against the suite."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.sources.conformance.claims import Conformance
from tests.sources.conformance.shop import DDL, ROWS, VIEW
from tests.sources.conformance.under_test import EngineUnderTest
from tests.sources.servers import Server

COMMENTS = ("COMMENT ON TABLE customers IS 'Who buys'", "COMMENT ON COLUMN customers.name IS 'As on the invoice'")
ENDLESS = "SELECT count(*) AS n FROM generate_series(1, 10000000) a, generate_series(1, 10000000) b WHERE a + b = 7"
WRITES = (
    "INSERT INTO customers VALUES (9, 'x', 'DE')",
    "INSERT INTO customers VALUES (9, 'x', 'DE') RETURNING id",
    "DELETE FROM customers",
    "CREATE TABLE x (a int)",
    "CREATE TEMP TABLE x (a int)",
    "DROP TABLE orders",
    "SET TRANSACTION READ WRITE",
    "SELECT set_config('transaction_read_only', 'off', false)",
    "COPY customers TO '/tmp/answerable-should-not-exist'",
    "COMMIT",
)
EXACT = {
    "decimal": ("12345678901234567890.123456::numeric", Decimal("12345678901234567890.123456")),
    "date": ("date '0001-01-01'", date(1, 1, 1)),
    "infinite date": ("date 'infinity'", "infinity"),
    "zone": ("timestamptz '2024-01-01 14:00:00+02'", datetime(2024, 1, 1, 12, tzinfo=UTC)),
    "nan": ("'nan'::float8", math.nan),
    "infinity": ("'-infinity'::float8", -math.inf),
    "bytes": ("'\\x00ff'::bytea", b"\x00\xff"),
    "list": ("array[1, NULL, 3]", [1, None, 3]),
    "json": ("'{\"a\": 1}'::jsonb", '{"a": 1}'),
    "true": ("true", True),
    "null": ("NULL", None),
    "emoji": ("'👩‍👩‍👧 שלום'", "👩‍👩‍👧 שלום"),
}


def describe(server: Server) -> EngineUnderTest:
    def make(_: Path) -> str:
        database = server.new_database()
        server.execute(*DDL, VIEW, *COMMENTS, *ROWS, database=database)
        return server.url(database)

    def change(spec: str) -> None:
        server.execute("ALTER TABLE customers ADD COLUMN extra text", database=urlsplit(spec).path[1:])

    def open_queries(_: str) -> int:
        rows = server.execute(
            "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%WHERE a + b = 7'",
            database=server.home,
        )
        return len(rows)

    return EngineUnderTest(
        dialect="postgres",
        make=make,
        change=change,
        endless=ENDLESS,
        numbers="SELECT n FROM generate_series(1, {count}) n",
        mismatch="SELECT name + 1 FROM customers",
        writes=WRITES,
        exact=EXACT,
        open_queries=open_queries,
    )


class TestPostgres(Conformance):
    @pytest.fixture(scope="class")
    @classmethod
    def under_test(cls, postgres_server: Server) -> EngineUnderTest:
        return describe(postgres_server)
