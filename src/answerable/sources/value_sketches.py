"""Sketches of the values of columns that may be keys, or point to one.

Only where the cells and common values that came with the schema do not already hold all of them. Bounded: so many
seconds, so many hashes for all columns together.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from answerable.kernel.errors import QueryFailed, QueryStopped
from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table, ValueSketch
from answerable.kernel.value_hashes import MOST_HASHES, sketch_of

__all__ = ["with_sketches"]

Sample = Callable[[str, str, int], list[object]]
"""`Engine.sample`."""

_ALL_HASHES = 60_000
_TOO_FEW = 16
_MOST_VALUES = 20_000
_SECONDS = 5.0
_KINDS = (Kind.INTEGER, Kind.DECIMAL, Kind.TEXT, Kind.OTHER)


def with_sketches(schema: DatabaseSchema, sample: Sample, seconds: float = _SECONDS) -> DatabaseSchema:
    """Columns without cells are left out: their values are restricted, or the table cannot be read."""
    wanted = sum(_is_wanted(table, column) for table, column in schema.columns())
    most = min(MOST_HASHES, _ALL_HASHES // max(1, wanted))
    if not wanted or most < _TOO_FEW:
        return schema
    ends = time.monotonic() + seconds

    def looked_at(table: Table, column: Column) -> Column:
        if not _is_wanted(table, column) or time.monotonic() >= ends:
            return column
        return replace(column, sketch=_read(table, column, sample, most))

    tables = (
        replace(table, columns=tuple(looked_at(table, column) for column in table.columns)) for table in schema.tables
    )
    return DatabaseSchema(schema.dialect, tuple(tables), schema.read_at)


def _is_wanted(table: Table, column: Column) -> bool:
    if table.is_view or table.cells_are_all or not column.cells or column.kind not in _KINDS:
        return False
    known = len(column.common_values)
    return not (column.kind is Kind.TEXT and column.distinct_estimate is not None and known >= column.distinct_estimate)


def _read(table: Table, column: Column, sample: Sample, most: int) -> ValueSketch | None:
    try:
        values = sample(table.qualified, column.name, _MOST_VALUES + 1)
    except QueryFailed:
        return None
    except QueryStopped as stop:
        if stop.reason == "cancelled":
            raise
        return None
    return sketch_of(values[:_MOST_VALUES], len(values) <= _MOST_VALUES, most)
