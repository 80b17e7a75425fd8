"""What a look at the first rows of a table tells: frequent values, number of distinct ones, least and greatest dates.

Bounded: so many rows of a table; so many seconds, values and bytes of text for all tables together.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from answerable.schema import Column, Kind, Table
from answerable.sources.spelling import quoted

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

Execute = Callable[[str], Sequence[Sequence[Any]]]


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

    def kept(self, values: Iterable[str]) -> tuple[str, ...]:
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
    source = quoted(*(name for name in (table.namespace, table.name) if name))
    return replace(table, columns=tuple(_looked_at(table, source, column, execute, budget) for column in table.columns))


def _looked_at(table: Table, source: str, column: Column, execute: Execute, budget: Budget) -> Column:
    if budget.is_spent:
        return column
    if column.kind is Kind.TEXT:
        return _with_values(source, column, execute, budget)
    if column.kind.is_date and (table.row_estimate or 0) <= _RANGE_ROWS:
        return _with_range(source, column, execute)
    return column


def _with_values(source: str, column: Column, execute: Execute, budget: Budget) -> Column:
    name = quoted(column.name)
    rows = execute(
        f"SELECT v, c, n FROM (SELECT v, c, count(*) OVER () AS n FROM "
        f"(SELECT v, count(*) AS c FROM (SELECT {name} AS v FROM {source} LIMIT {_SAMPLE_ROWS}) AS s "
        f"WHERE v IS NOT NULL GROUP BY v) AS g) AS w "
        f"WHERE length(CAST(v AS VARCHAR)) <= {LONGEST_VALUE} ORDER BY c DESC, v LIMIT {MOST_VALUES}"
    )
    if not rows:
        return column
    values = budget.kept(str(row[0]) for row in rows)
    return replace(column, common_values=values, distinct_estimate=int(rows[0][2]))


def _with_range(source: str, column: Column, execute: Execute) -> Column:
    name = quoted(column.name)
    rows = execute(f"SELECT min({name}), max({name}) FROM {source}")
    least, greatest = rows[0] if rows else (None, None)
    return replace(column, minimum=_iso(least), maximum=_iso(greatest))


def _iso(value: Any) -> str | None:
    if value is None:
        return None
    return str(value.isoformat()) if hasattr(value, "isoformat") else str(value)
