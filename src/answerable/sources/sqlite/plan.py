"""SQLite's plan tells which tables it scans, not how many rows: the count of rows visited is worked out here."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Sequence

import apsw

from answerable.sources.value_spelling import quote_name

__all__ = ["row_estimate", "scanned_rows"]

_SCAN = re.compile(r"^SCAN (?P<table>\S+)")
_COUNT_UP_TO = 1_000_000


def scanned_rows(connection: apsw.Connection, plan: Sequence[tuple[int, int, int, str]], read: set[str]) -> float:
    """Scans under one parent are nested loops, so they multiply; the parents add up.

    The plan speaks of aliases: one that is no table counts as the largest of the tables the query reads."""
    rows = {table: row_estimate(connection, table) or 0 for table in read}
    largest = max(rows.values(), default=0)
    loops: dict[int, float] = defaultdict(lambda: 1.0)
    for _, parent, _, detail in plan:
        if scan := _SCAN.match(detail):
            loops[parent] *= max(1, rows.get(scan["table"], largest))
    return math.fsum(loops.values())


def row_estimate(connection: apsw.Connection, table: str) -> int | None:
    """Exact up to a million; above, the greatest row id, which is cheap and seldom far off. None for no table."""
    try:
        counted = _one(connection, f"SELECT count(*) FROM (SELECT 1 FROM {quote_name(table)} LIMIT {_COUNT_UP_TO})")
        if counted < _COUNT_UP_TO:
            return counted
        return max(counted, _one(connection, f"SELECT max(rowid) FROM {quote_name(table)}"))
    except apsw.Error:
        return None


def _one(connection: apsw.Connection, sql: str) -> int:
    return int(connection.execute(sql).get or 0)
