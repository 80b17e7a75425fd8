"""Rows in an order of their looks, so that the order an engine left them in tells nothing about columns not shown."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.guard.verdict import RowOrder

__all__ = ["in_canonical_order"]

_LOOSE_TEXT = frozenset({"mysql", "mariadb"})
"""Dialects whose ORDER BY takes `a`, `A` and `á` for equal in most columns."""


def in_canonical_order(table: pa.Table, order: RowOrder | None, dialect: str) -> pa.Table:
    """Rows that the query's own ORDER BY leaves equal are sorted by all they show; without one, all are."""
    if order is None or order.sorted_by is None or table.num_rows < 2:
        return table
    if any(place >= table.num_columns for place in order.sorted_by):
        return table
    import pyarrow as pa
    import pyarrow.compute as pc

    columns = {f"c{place}": _sortable(column) for place, column in enumerate(table.columns)}
    runs = pa.array(_runs(table, order.sorted_by, dialect), pa.int64())
    keys = [("run", "ascending"), *((name, "ascending") for name in columns)]
    places = pc.sort_indices(pa.table({"run": runs, **columns}), sort_keys=keys)
    return table.take(places)


def _runs(table: pa.Table, keys: tuple[int, ...], dialect: str) -> list[int]:
    """For each row the number of the run of rows, equal in the keys, that it belongs to."""
    looks = [[_look(value, dialect) for value in table.column(place).to_pylist()] for place in keys]
    rows = list(zip(*looks, strict=True)) if looks else [()] * table.num_rows
    runs = [0]
    for before, row in pairwise(rows):
        runs.append(runs[-1] + (row != before))
    return runs


def _look(value: Any, dialect: str) -> Any:
    if isinstance(value, str) and dialect in _LOOSE_TEXT:
        plain = unicodedata.normalize("NFKD", value).casefold().rstrip()
        return "".join(character for character in plain if not unicodedata.combining(character))
    return repr(value) if isinstance(value, float) else value


def _sortable(column: pa.ChunkedArray) -> Any:
    import pyarrow as pa

    kinds = pa.types
    kind = column.type
    if kinds.is_floating(kind) or kinds.is_integer(kind) or kinds.is_string(kind) or kinds.is_large_string(kind):
        return column
    if kinds.is_temporal(kind) and not kinds.is_interval(kind):
        return column
    return pa.array([None if value is None else repr(value) for value in column.to_pylist()], pa.string())
