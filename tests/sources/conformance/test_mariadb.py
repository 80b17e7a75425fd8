"""MariaDB against the suite."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.sources.conformance.claims import Conformance
from tests.sources.conformance.shop import DDL, ROWS, VIEW
from tests.sources.conformance.under_test import EngineUnderTest
from tests.sources.servers import Server

TABLES = tuple(statement.replace("TIMESTAMP NULL", "DATETIME NULL") for statement in DDL)
"""MySQL's TIMESTAMP is a moment with a zone; its DATETIME is what others call TIMESTAMP."""
COMMENTS = (
    "ALTER TABLE customers COMMENT 'Who buys'",
    "ALTER TABLE customers MODIFY name VARCHAR(40) NOT NULL COMMENT 'As on the invoice'",
)
ENDLESS = "SELECT COUNT(*) AS n FROM seq_1_to_10000000 a, seq_1_to_10000000 b WHERE a.seq + b.seq = 7"
WRITES = (
    "INSERT INTO customers VALUES (9, 'x', 'DE')",
    "INSERT INTO customers VALUES (9, 'x', 'DE') RETURNING id",
    "DELETE FROM customers",
    "CREATE TABLE x (a INT)",
    "CREATE TEMPORARY TABLE x (a INT)",
    "DROP TABLE orders",
    "START TRANSACTION READ WRITE",
    "SET SESSION TRANSACTION READ WRITE",
    "SELECT 1 INTO OUTFILE '/tmp/answerable-should-not-exist'",
    "COMMIT",
)
EXACT = {
    "decimal": ("CAST('12345678901234567890.123456' AS DECIMAL(38,6))", Decimal("12345678901234567890.123456")),
    "unsigned": ("CAST(18446744073709551615 AS UNSIGNED)", 18446744073709551615),
    "date": ("DATE '1001-01-01'", date(1001, 1, 1)),
    "moment": ("TIMESTAMP '2024-01-01 14:00:00.123456'", datetime(2024, 1, 1, 14, 0, 0, 123456)),
    "span": ("CAST('-30:00:00' AS TIME)", timedelta(hours=-30)),
    "bytes": ("x'00ff'", b"\x00\xff"),
    "json": ("JSON_OBJECT('a', 1)", '{"a": 1}'),
    "null": ("NULL", None),
    "emoji": ("'👩‍👩‍👧 שלום'", "👩‍👩‍👧 שלום"),
}


def describe(server: Server) -> EngineUnderTest:
    def make(_: Path) -> str:
        database = server.new_database()
        server.execute(*TABLES, VIEW, *COMMENTS, *ROWS, database=database)
        return server.url(database)

    def change(spec: str) -> None:
        server.execute("ALTER TABLE customers ADD COLUMN extra TEXT", database=urlsplit(spec).path[1:])

    def open_queries(_: str) -> int:
        query = "SELECT 1 FROM information_schema.processlist WHERE id <> CONNECTION_ID() AND info LIKE '%b.seq = 7'"
        return len(server.execute(query, database=server.home))

    return EngineUnderTest(
        dialect="mysql",
        make=make,
        change=change,
        endless=ENDLESS,
        numbers="SELECT seq AS n FROM seq_1_to_{count}",
        mismatch="SELECT 'a' COLLATE utf8mb4_bin = 'b' COLLATE utf8mb4_general_ci",
        writes=WRITES,
        exact=EXACT,
        open_queries=open_queries,
    )


class TestMariaDB(Conformance):
    @pytest.fixture(scope="class")
    @classmethod
    def under_test(cls, mariadb_server: Server) -> EngineUnderTest:
        return describe(mariadb_server)
