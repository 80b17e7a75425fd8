"""Columns with their cells in a few rows of each table, on which the readings of a question can be tried.

Of a table larger than its sample, rows from all parts of it are taken, evenly spaced by its key: the first ones
would be the oldest, and what is asked of last year would find none. Rows that other samples point to come first:
joined, the samples still meet. Only the rows pointed *to* are looked up, by their key; looking for those that point
would be a scan. Keys of several columns are let be.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from answerable.kernel.errors import QueryFailed, QueryStopped
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Cell, DatabaseSchema, Kind, Table
from answerable.sources.sampled_rows import LONGEST_CELL, Pick, plain_cell

__all__ = ["MOST_CELLS", "MOST_ROWS", "Rows", "with_cells"]

Rows = Callable[[Table, Pick], Sequence[Sequence[object]]]
"""`Engine.rows`."""

MOST_ROWS = 400
MOST_CELLS = 60_000
"""Of all tables together: a source of a thousand tables brings a few rows of each."""
_TOO_FEW = 4
_POINTED_TO = 2 / 3
"""The most of a sample that other samples point to: the rest stands for rows that nothing points to."""
_SECONDS = 5.0
_WITH_ROW_IDS = frozenset(("sqlite", "duckdb"))
_ROW_ID = "rowid"

_Row = tuple[Cell, ...]


def with_cells(schema: DatabaseSchema, rows: Rows, seconds: float = _SECONDS) -> DatabaseSchema:
    """Views are not looked at: their cost is unknown."""
    most = min(MOST_ROWS, MOST_CELLS // max(1, sum(len(t.columns) for t in schema.tables if not t.is_view)))
    if most < _TOO_FEW:
        return schema
    reading = _Reading(rows, most, time.monotonic() + seconds, schema.dialect in _WITH_ROW_IDS)
    samples = {table.qualified: reading.first(table) for table in schema.tables if not table.is_view}
    pointers = _pointers(schema)
    for table in _children_first(schema, pointers):
        own = samples.get(table.qualified)
        if own and not own.is_whole and pointers[table.qualified]:
            samples[table.qualified] = reading.met(table, own, _wanted(pointers[table.qualified], samples, most))
    tables = tuple(_filled(table, samples.get(table.qualified)) for table in schema.tables)
    return DatabaseSchema(schema.dialect, tables, schema.read_at)


@dataclass(frozen=True, slots=True)
class _Sample:
    rows: tuple[_Row, ...]
    is_whole: bool


@dataclass(frozen=True, slots=True)
class _Pointer:
    """A foreign key of one column: where it stands, and the column it points to."""

    table: Table
    place: int
    target: str


_Wanted = Mapping[str, Sequence[int | str]]
"""Column → values of it that other samples point to."""


@dataclass(frozen=True, slots=True)
class _Reading:
    rows: Rows
    most: int
    ends: float
    has_row_ids: bool = False

    def first(self, table: Table) -> _Sample | None:
        """One row more is asked for than is kept, to see whether there are others."""
        found = self._read(table, Pick(self.most + 1))
        if found is None or len(found) <= self.most:
            return None if found is None else _Sample(found, True)
        spread = self._spread(table)
        others = (row for row in found if row not in {*spread})
        return _Sample((*spread, *others)[: self.most], False)

    def _spread(self, table: Table) -> tuple[_Row, ...]:
        """Rows from all parts of a table, by a key that has an index."""
        key = self._key(table)
        ends = self._read(table, Pick(1, key, is_range=True)) if key else None
        least, greatest = ends[0] if ends and len(ends[0]) == 2 else (None, None)
        if not isinstance(least, int) or not isinstance(greatest, int):
            return ()
        wanted = dict.fromkeys(least + (greatest - least) * at // (self.most - 1) for at in range(self.most))
        return self._read(table, Pick(self.most, key, tuple(wanted))) or ()

    def _key(self, table: Table) -> str:
        column = table.column(table.primary_key[0]) if len(table.primary_key) == 1 else None
        if column is not None and column.kind is Kind.INTEGER:
            return column.name
        is_shadowed = table.column(_ROW_ID) is not None
        return _ROW_ID if self.has_row_ids and not is_shadowed else ""

    def met(self, table: Table, own: _Sample, wanted: _Wanted) -> _Sample:
        rows = own.rows
        for column, values in wanted.items():
            rows = self._met(table, rows, column, values)
        return _Sample(rows, is_whole=False)

    def _met(self, table: Table, rows: tuple[_Row, ...], column: str, values: Sequence[int | str]) -> tuple[_Row, ...]:
        """The rows pointed to, then the others."""
        place = _place(table, column)
        known = {row[place] for row in rows}
        missing = tuple(value for value in values if value not in known)
        found = (self._read(table, Pick(len(missing), column, missing)) if missing else ()) or ()
        pointed = set(values)
        here, others = (tuple(row for row in rows if (row[place] in pointed) is meant) for meant in (True, False))
        here = (*here, *found)[: self.most]
        return (*here, *_evenly(others, self.most - len(here)))

    def _read(self, table: Table, pick: Pick) -> tuple[_Row, ...] | None:
        """None where it cannot be read, or time is up."""
        kinds = [Kind.INTEGER] * 2 if pick.is_range else [column.kind for column in table.columns]
        if time.monotonic() >= self.ends:
            return None
        try:
            return tuple(tuple(map(plain_cell, row, kinds)) for row in self.rows(table, pick))
        except QueryFailed:
            return None
        except QueryStopped as stop:
            if stop.reason == "cancelled":
                raise
            return None


def _evenly(rows: Sequence[_Row], count: int) -> Iterable[_Row]:
    """So many of them, from all parts."""
    return rows if len(rows) <= count else (rows[at * len(rows) // count] for at in range(count))


def _place(table: Table, column: str) -> int:
    """Of the column among those of its table; -1 where it has none of that name."""
    return next((at for at, own in enumerate(table.columns) if own.name.casefold() == column.casefold()), -1)


def _pointers(schema: DatabaseSchema) -> dict[str, list[_Pointer]]:
    """For each table what points to it, from elsewhere."""
    found: dict[str, list[_Pointer]] = defaultdict(list)
    for table in schema.tables:
        for key in table.foreign_keys:
            target = schema.table(key.ref_table)
            if target is None or target is table or len(key.columns) != 1 or len(key.ref_columns) != 1:
                continue
            place = _place(table, key.columns[0])
            if place >= 0 and _place(target, key.ref_columns[0]) >= 0:
                found[target.qualified].append(_Pointer(table, place, key.ref_columns[0]))
    return found


def _children_first(schema: DatabaseSchema, pointers: Mapping[str, Sequence[_Pointer]]) -> Iterable[Table]:
    """Every table after those that point to it; in a circle, as they come."""
    done: dict[str, Table] = {}
    for table in schema.tables:
        path = {table.qualified: table}
        while path:
            name, last = next(reversed(path.items()))
            children = (one.table for one in pointers.get(name, ()))
            waiting = next((one for one in children if one.qualified not in done and one.qualified not in path), None)
            if waiting is None:
                done.setdefault(name, last)
                del path[name]
            else:
                path[waiting.qualified] = waiting
    return done.values()


def _wanted(pointers: Sequence[_Pointer], samples: Mapping[str, _Sample | None], most: int) -> _Wanted:
    """Each pointer gets its part of the rows there may be."""
    found: dict[str, dict[int | str, None]] = defaultdict(dict)
    for pointer in pointers:
        sample = samples.get(pointer.table.qualified)
        seen = dict.fromkeys(_keys(row[pointer.place] for row in sample.rows) if sample else ())
        found[pointer.target] |= dict.fromkeys(list(seen)[: int(most * _POINTED_TO) // len(pointers)])
    return {column: tuple(values) for column, values in found.items()}


def _keys(cells: Iterable[Cell]) -> Iterator[int | str]:
    """Cells that can be asked for again: neither cut nor rounded."""
    for cell in cells:
        if isinstance(cell, int) or (isinstance(cell, str) and len(cell) < LONGEST_CELL and "\0" not in cell):
            yield cell


def _filled(table: Table, sample: _Sample | None) -> Table:
    if not sample or not sample.rows:
        return table
    cells = zip(*sample.rows, strict=True)
    columns = tuple(replace(column, cells=own) for column, own in zip(table.columns, cells, strict=True))
    return replace(table, columns=columns, cells_are_all=sample.is_whole)
