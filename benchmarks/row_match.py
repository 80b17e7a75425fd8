"""Whether a query gives what another one gives: every column of the gold result among the predicted ones, with the
same rows in any order. Further columns do no harm; figures agree to a cent or one part in ten thousand."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any

__all__ = ["gives_the_rows_of", "rows_of_query"]

_MOST_ROWS, _MOST_TRIES, _STEPS = 20_000, 2_000, 2_000
Rows = list[tuple[Any, ...]]


def rows_of_query(database: Path, sql: str) -> Rows | None:
    """None where it does not run, or takes too long."""
    turns = [0]

    def is_over() -> int:
        turns[0] += 1
        return int(turns[0] > _STEPS)

    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        connection.set_progress_handler(is_over, 100_000)
        try:
            return connection.execute(sql).fetchmany(_MOST_ROWS)
        except (sqlite3.Error, sqlite3.Warning, ValueError):
            return None


def gives_the_rows_of(gold: Rows, predicted: Rows | None) -> bool:
    if predicted is None or len(gold) != len(predicted):
        return False
    if not gold:
        return True
    wanted, given = _columns(gold), _columns(predicted)
    options = [[at for at, column in enumerate(given) if _alike(one, column)] for one in wanted]
    for tried, choice in enumerate(product(*options)):
        if tried >= _MOST_TRIES:
            return False
        if _same_rows(wanted, [given[at] for at in choice]):
            return True
    return False


def _columns(rows: Rows) -> list[list[Any]]:
    return [[_plain(cell) for cell in column] for column in zip(*rows, strict=True)]


def _plain(cell: Any) -> Any:
    if isinstance(cell, int | float):
        return float(cell)
    return cell if cell is None else str(cell).strip()


def _alike(one: Sequence[Any], other: Sequence[Any]) -> bool:
    return all(_close(a, b) for a, b in zip(sorted(one, key=_order), sorted(other, key=_order), strict=True))


def _same_rows(wanted: list[list[Any]], given: list[list[Any]]) -> bool:
    rows, others = (
        sorted(zip(*columns, strict=True), key=lambda row: [_order(c) for c in row]) for columns in (wanted, given)
    )
    return all(_close(a, b) for row, other in zip(rows, others, strict=True) for a, b in zip(row, other, strict=True))


def _close(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= max(0.011, 1e-4 * abs(one))
    return bool(one == other)


def _order(cell: Any) -> tuple[str, float, str]:
    if isinstance(cell, float):
        return "1", round(cell, 1), ""
    return ("0", 0.0, "") if cell is None else ("2", 0.0, str(cell))
