"""What the text of some rows tells about a table's columns: common values, how many differ, first and last date.

For servers, where one query for a table is better than one for each of its columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime

from answerable.kernel.errors import QueryFailed, QueryStopped
from answerable.kernel.schema import Column, Kind, Table
from answerable.sources.statistics import FEW_VALUES, LONGEST_VALUE, Budget

__all__ = [
    "FEW_VALUES",
    "LONGEST_VALUE",
    "RANGE_ROWS",
    "SAMPLE_ROWS",
    "is_sampled",
    "none_where_unreadable",
    "rows_to_scan",
    "with_dates",
    "with_sample",
]

SAMPLE_ROWS = 5_000
"""Tables below this size are read whole, so that what is told about them is exact."""
RANGE_ROWS = 5_000_000
"""Above so many rows the first and last date come from an index or not at all."""

Row = Sequence[str | None]


def rows_to_scan(count: int) -> int:
    """Of how many rows `count` distinct values are looked for: many of them may repeat one another."""
    return max(count, min(20 * count, 20_000))


def none_where_unreadable(values: Callable[[], list[object]]) -> list[object]:
    """A column that fails or is too slow to be read tells nothing, but does not keep the rest from being known."""
    try:
        return values()
    except QueryFailed:
        return []
    except QueryStopped as stop:
        if stop.reason != "time":
            raise
        return []


def is_sampled(column: Column) -> bool:
    return column.kind is Kind.TEXT or column.kind.is_date


def with_sample(table: Table, rows: Sequence[Row], budget: Budget, *, is_whole: bool) -> Table:
    """The table with what `rows` tell. Each row holds the texts of the sampled columns, in the table's order.

    What a catalogue told of a column's values stays, behind those seen, unless all rows were seen.
    """
    values = iter(list(zip(*rows, strict=True)) if rows else [])
    columns = [
        _with_values(column, next(values, ()), budget, is_whole) if is_sampled(column) else column
        for column in table.columns
    ]
    return replace(table, columns=tuple(columns), row_estimate=len(rows) if is_whole else table.row_estimate)


def _with_values(column: Column, values: Sequence[str | None], budget: Budget, is_whole: bool) -> Column:
    counted = Counter(value for value in values if value is not None)
    if is_whole or column.distinct_estimate is None:
        column = replace(column, distinct_estimate=len(counted))
    if column.kind is Kind.TEXT:
        seen = _most_common_first(counted)
        told = column.common_values if not (seen and is_whole) else ()
        return replace(column, common_values=budget.keep_affordable(dict.fromkeys((*seen, *told))))
    return _with_range(column, counted) if is_whole else column


def _most_common_first(counted: Counter[str]) -> list[str]:
    short = [(-count, value) for value, count in counted.items() if len(value) <= LONGEST_VALUE]
    return [value for _, value in sorted(short)]


def _with_range(column: Column, counted: Counter[str]) -> Column:
    dates = sorted(known for value in counted if (known := _iso(value)))
    return replace(column, minimum=dates[0], maximum=dates[-1]) if dates else column


def with_dates(table: Table, names: Sequence[str], row: Sequence[object]) -> Table:
    """The table with first and last date of the columns `names`, which `row` holds in pairs."""
    known = {name: (_iso(row[2 * i]), _iso(row[2 * i + 1])) for i, name in enumerate(names)}
    columns = [
        replace(column, minimum=known[column.name][0], maximum=known[column.name][1])
        if column.name in known
        else column
        for column in table.columns
    ]
    return replace(table, columns=tuple(columns))


def _iso(value: object) -> str | None:
    """A database's text of a date or timestamp in ISO form; None for what is no date (`infinity`, `0000-00-00`)."""
    text = str(value)
    try:
        return date.fromisoformat(text).isoformat() if len(text) == 10 else datetime.fromisoformat(text).isoformat()
    except ValueError:
        return None
