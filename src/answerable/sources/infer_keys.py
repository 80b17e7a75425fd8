"""Keys that nobody declared: files have none, and many a database forgot them.

A column is taken for a foreign key when its name points to a table, its type fits the key there, and the values seen in
it are values of that key. All three: names alone lie, values alone coincide.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import field, replace

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Kind, Table
from answerable.sources.key_names import names_of_key, pointed_names, table_names

__all__ = ["Sample", "with_inferred_keys"]

Sample = Callable[[str, str, int], list[object]]
"""`Engine.sample`."""

_CHILD_VALUES = 1_000
_KEY_VALUES = 50_000
_CONTAINED = 0.98
"""Share of the values seen that must be in the key: a few orphans are usual where nobody declared the key."""
_SECONDS = 10.0


def with_inferred_keys(schema: DatabaseSchema, sample: Sample, seconds: float = _SECONDS) -> DatabaseSchema:
    """The schema with primary keys where one column plainly is one, and foreign keys marked as inferred."""
    values = _Values(sample, time.monotonic() + seconds)
    keyed = tuple(_with_primary_key(table, values) for table in schema.tables)
    by_name = _index(keyed)
    tables = tuple(replace(table, foreign_keys=_all_keys(table, by_name, values)) for table in keyed)
    return DatabaseSchema(schema.dialect, tables, schema.read_at)


@dataclass
class _Values:
    """Values of columns, each looked up once, until time is up."""

    sample: Sample
    ends: float
    seen: dict[tuple[str, str, int], frozenset[object]] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.ends

    def of(self, table: Table, column: str, count: int) -> frozenset[object]:
        place = (table.qualified, column, count)
        if place not in self.seen:
            self.seen[place] = frozenset(map(_comparable, self.sample(*place)))
        return self.seen[place]


def _comparable(value: object) -> object:
    """Engines give the same id as 7, Decimal(7) or 7.0, which compare equal; nested values do not hash."""
    return value if value.__hash__ is not None else repr(value)


def _with_primary_key(table: Table, values: _Values) -> Table:
    if table.primary_key or table.is_view or not table.row_estimate or values.is_over:
        return table
    for name in names_of_key(table.name):
        column = table.column(name)
        if column and _is_key_kind(column) and _is_unique(table, column, values):
            return replace(table, primary_key=(column.name,))
    return table


def _is_key_kind(column: Column) -> bool:
    return column.kind in (Kind.INTEGER, Kind.DECIMAL, Kind.TEXT, Kind.OTHER)


def _is_unique(table: Table, column: Column, values: _Values) -> bool:
    """As many distinct values as rows; of a large table, as far as was looked."""
    return len(values.of(table, column.name, _KEY_VALUES)) == min(table.row_estimate or 0, _KEY_VALUES)


def _index(tables: tuple[Table, ...]) -> dict[str, list[Table]]:
    by_name: dict[str, list[Table]] = defaultdict(list)
    for table in tables:
        if len(table.primary_key) == 1 and not table.is_view:
            for name in table_names(table.name):
                by_name[name].append(table)
    return by_name


def _all_keys(table: Table, by_name: dict[str, list[Table]], values: _Values) -> tuple[ForeignKey, ...]:
    declared = {name.casefold() for key in table.foreign_keys for name in key.columns}
    if table.is_view:
        return table.foreign_keys
    found = (
        key
        for column in table.columns
        if column.name.casefold() not in declared and not values.is_over
        if (key := _key(table, column, by_name, values))
    )
    return (*table.foreign_keys, *found)


def _key(table: Table, column: Column, by_name: dict[str, list[Table]], values: _Values) -> ForeignKey | None:
    for target in _targets(table, column, by_name):
        if _contained(table, column, target, values):
            return ForeignKey((column.name,), target.qualified, target.primary_key, inferred=True)
    return None


def _targets(table: Table, column: Column, by_name: dict[str, list[Table]]) -> Iterator[Table]:
    """Tables the column's name points to, the nearest name first; a table's own key points nowhere."""
    if column.name in table.primary_key and len(table.primary_key) == 1:
        return
    for name in pointed_names(column.name, table.name):
        for target in by_name.get(name, ()):
            key = target.column(target.primary_key[0])
            is_itself = target.qualified == table.qualified and key == column
            if key and not is_itself and _fits(column, key):
                yield target


def _fits(column: Column, key: Column) -> bool:
    return column.kind is key.kind or (column.kind.is_number and key.kind.is_number)


def _contained(table: Table, column: Column, target: Table, values: _Values) -> bool:
    """Where the key has more values than were looked at, finding any of them must do."""
    theirs = values.of(table, column.name, _CHILD_VALUES)
    keys = values.of(target, target.primary_key[0], _KEY_VALUES)
    if not theirs or not keys:
        return not theirs and not keys
    wanted = _CONTAINED if len(keys) < _KEY_VALUES else 1 / len(theirs)
    return len(theirs & keys) / len(theirs) >= wanted
