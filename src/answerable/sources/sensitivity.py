"""Columns that hold sensitive content are marked, and none of their values leaves the worker.

Looks at the values that reading the schema brought along; where these are too few to tell, at a sample.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from answerable.kernel.errors import QueryFailed, QueryStopped
from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from answerable.sensitive import kinds_of_values

__all__ = ["Sample", "without_sensitive_values"]

Sample = Callable[[str, str, int], list[object]]
"""`Engine.sample`."""

_ENOUGH = 10
"""Values that are enough to tell what a column holds."""
_SAMPLED = 100
_MOST_FREQUENT = 20
"""Values that make a column sensitive by themselves, whatever the many rare ones are."""
_SECONDS = 5.0


def without_sensitive_values(schema: DatabaseSchema, sample: Sample, seconds: float = _SECONDS) -> DatabaseSchema:
    """Views are not looked at, because their cost is unknown; what they show is known from the tables they read."""
    ends = time.monotonic() + seconds

    def sampled(table: Table, column: Column) -> list[object]:
        if time.monotonic() >= ends or table.is_view:
            return []
        try:
            return sample(table.qualified, column.name, _SAMPLED)
        except (QueryFailed, QueryStopped):
            return []

    tables = tuple(
        replace(table, columns=tuple(_marked(table, column, sampled) for column in table.columns))
        for table in schema.tables
    )
    return DatabaseSchema(schema.dialect, tables, schema.read_at)


def _marked(table: Table, column: Column, sampled: Callable[[Table, Column], list[object]]) -> Column:
    if column.kind is not Kind.TEXT:
        return _without_telling_numbers(column)
    values: list[object] = list(column.common_values)
    if _may_hold_more(column):
        values += (*column.cells, *sampled(table, column))
    texts = [value for value in values if isinstance(value, str)]
    kinds = kinds_of_values(texts[:_MOST_FREQUENT]) or kinds_of_values(texts)
    return replace(column, sensitive=kinds, common_values=(), cells=()) if kinds else column


def _without_telling_numbers(column: Column) -> Column:
    """Card numbers, too, are kept as numbers here and there; such cells are not."""
    if kinds_of_values(str(cell) for cell in column.cells if cell is not None):
        return replace(column, cells=())
    return column


def _may_hold_more(column: Column) -> bool:
    """Few values are known, and not because there are no others."""
    known = len(column.common_values)
    return known < _ENOUGH and (column.distinct_estimate is None or column.distinct_estimate > known)
