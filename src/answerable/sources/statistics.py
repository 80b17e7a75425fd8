"""What a look at the first rows of a table tells: frequent values, number of distinct ones, least and greatest dates.

Bounded: so many rows of a table; so many seconds, values and bytes of text for all tables together.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import islice
from typing import Any

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Column, Kind, Table
from answerable.sources.value_spelling import quote_name

__all__ = ["FEW_VALUES", "LONGEST_VALUE", "MOST_VALUES", "Budget", "with_statistics"]

_SAMPLE_ROWS = 50_000
MOST_VALUES = 2_000
"""Values kept of a text column, so that a question's words can be found among them."""
FEW_VALUES = 20
"""Values every column may keep, however much the columns before it took."""
LONGEST_VALUE = 100
_SHARE = 50
"""No column takes more than this part of what is left, so that a source of many columns leaves some for all."""
_RANGE_ROWS = 5_000_000
"""Above so many rows the least and greatest date would cost a long scan."""

_DATES_AT_ONCE = 50

Execute = Callable[[str], Sequence[Sequence[Any]]]
Range = tuple[str | None, str | None]
Ranges = Mapping[str, Range]
"""Least and greatest value, by column."""


@dataclass(slots=True)
class Budget:
    """What looking at one source may cost altogether."""

    seconds: float = 10.0
    """Afterwards the schema is given without."""
    values: int = 200_000
    text: int = 10_000_000
    """What is left for values beyond the first few of each column, and for their text in bytes."""
    _ends: float = field(init=False)

    def __post_init__(self) -> None:
        self._ends = time.monotonic() + self.seconds

    @property
    def is_spent(self) -> bool:
        return time.monotonic() >= self._ends

    def keep_affordable(self, values: Iterable[str]) -> tuple[str, ...]:
        """As many of a column's values as it may keep. They come most frequent first."""
        return tuple(self._affordable(values))

    def _affordable(self, values: Iterable[str]) -> Iterator[str]:
        most, room = self.values // _SHARE, self.text // _SHARE
        for place, value in enumerate(islice(values, MOST_VALUES)):
            if place >= FEW_VALUES:
                most, room = most - 1, room - _size(value)
                if most < 0 or room < 0:
                    return
                self.values, self.text = self.values - 1, self.text - _size(value)
            yield value


def _size(value: str) -> int:
    return len(value.encode(errors="surrogatepass"))


def with_statistics(table: Table, execute: Execute, budget: Budget) -> Table:
    """The table with what a look tells about its columns. Views are not looked at: their cost is unknown."""
    if table.is_view:
        return table
    source = quote_name(*(name for name in (table.namespace, table.name) if name))
    ranges = _ranges(table, source, execute, budget)
    return replace(
        table, columns=tuple(_looked_at(source, column, ranges, execute, budget) for column in table.columns)
    )


def _looked_at(source: str, column: Column, ranges: Ranges, execute: Execute, budget: Budget) -> Column:
    if column.name in ranges:
        least, greatest = ranges[column.name]
        return replace(column, minimum=least, maximum=greatest)
    if column.kind is Kind.TEXT and not budget.is_spent:
        return _with_values(source, column, execute, budget)
    return column


def _with_values(source: str, column: Column, execute: Execute, budget: Budget) -> Column:
    name = quote_name(column.name)
    rows = execute(
        f"SELECT v, c, n FROM (SELECT v, c, count(*) OVER () AS n FROM "
        f"(SELECT v, count(*) AS c FROM (SELECT {name} AS v FROM {source} LIMIT {_SAMPLE_ROWS}) AS s "
        f"WHERE v IS NOT NULL GROUP BY v) AS g) AS w "
        f"WHERE length(CAST(v AS VARCHAR)) <= {LONGEST_VALUE} ORDER BY c DESC, v LIMIT {MOST_VALUES}"
    )
    if not rows:
        return column
    values = budget.keep_affordable(str(row[0]) for row in rows)
    return replace(column, common_values=values, distinct_estimate=int(rows[0][2]))


def _ranges(table: Table, source: str, execute: Execute, budget: Budget) -> Ranges:
    """Least and greatest of every date column; a wide table has them by few queries."""
    dates = [column for column in table.columns if column.kind.is_date]
    if (table.row_estimate or 0) > _RANGE_ROWS:
        return {}
    found: dict[str, Range] = {}
    for start in range(0, len(dates), _DATES_AT_ONCE):
        if not budget.is_spent:
            found |= _ranges_of(dates[start : start + _DATES_AT_ONCE], source, execute)
    return found


def _ranges_of(dates: Sequence[Column], source: str, execute: Execute) -> Ranges:
    ends = ", ".join(f"min({name}), max({name})" for name in (quote_name(column.name) for column in dates))
    rows = execute(f"SELECT {ends} FROM {source}")
    if not rows and len(dates) > 1:  # one that cannot be read keeps nothing from the others
        return {name: ends for column in dates for name, ends in _ranges_of([column], source, execute).items()}
    row = rows[0] if rows else (None, None)
    return {column.name: (_iso(row[2 * n]), _iso(row[2 * n + 1])) for n, column in enumerate(dates)}


def _iso(value: Any) -> str | None:
    if value is None:
        return None
    return str(value.isoformat()) if hasattr(value, "isoformat") else str(value)
