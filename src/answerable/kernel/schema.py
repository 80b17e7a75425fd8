"""What a source holds, as every room speaks of it: tables, columns, keys, and the fingerprint of it all.

Plain frozen values: `sources` reads them, `guard` and `language` reason over them, nobody changes them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import field
from datetime import UTC, datetime
from enum import StrEnum
from functools import cached_property

from answerable.kernel.light_dataclass import dataclass

__all__ = ["Cell", "Column", "DatabaseSchema", "ForeignKey", "Index", "Kind", "Table", "ValueSketch"]

Cell = str | int | float | None
"""A value as SQLite would hold it: dates as ISO text, truth as 0 or 1, nothing of what is neither text nor number."""


class Kind(StrEnum):
    """What may be done with a column's values, whatever the engine calls its type."""

    INTEGER = "integer"
    DECIMAL = "decimal"
    FLOAT = "float"
    TEXT = "text"
    BOOLEAN = "boolean"
    DATE = "date"
    TIMESTAMP = "timestamp"
    TIME = "time"
    BINARY = "binary"
    NESTED = "nested"
    OTHER = "other"

    @property
    def is_number(self) -> bool:
        return self in (Kind.INTEGER, Kind.DECIMAL, Kind.FLOAT)

    @property
    def is_date(self) -> bool:
        return self in (Kind.DATE, Kind.TIMESTAMP)


@dataclass(frozen=True, slots=True)
class ValueSketch:
    """A column's distinct values, small enough to keep: how many, how far they reach, and the least of their hashes.

    Of two columns with sketches one can tell what share of the first one's values are among the second one's."""

    distinct: int
    is_complete: bool
    """False where only the first values were looked at."""
    least: float | None = None
    greatest: float | None = None
    """Of numbers."""
    hashes: tuple[int, ...] = ()
    """Sorted; all of them where there are as many as distinct values, else the least ones."""


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    data_type: str
    """The engine's own spelling, e.g. `DECIMAL(12,2)`."""
    kind: Kind = Kind.OTHER
    nullable: bool = True
    default: str | None = None
    comment: str | None = None
    common_values: tuple[str, ...] = ()
    """Values of a text column, most frequent first, up to some thousands; none of other kinds, nor long texts."""
    distinct_estimate: int | None = None
    """Distinct values seen while sampling; None when not sampled."""
    minimum: str | None = None
    maximum: str | None = None
    """ISO text of the least and greatest value of a date or timestamp column, where cheap to know."""
    sensitive: tuple[str, ...] = ()
    """Kinds of sensitive content seen among the values (see `answerable.sensitive`); no values are kept then."""
    cells: tuple[Cell, ...] = ()
    """Its values in a few rows, the same ones for all columns of its table, long texts cut: for trying readings on,
    never shown. Empty where none may be kept."""
    sketch: ValueSketch | None = None
    """Where neither `cells` nor `common_values` hold all values, and none of them is restricted."""
    generated_from: str | None = None
    """SQL expression of a generated column, empty where the engine does not tell it; None for other columns."""
    is_hidden: bool = False
    """True when `*` does not cover it, though it can be read by its name (INVISIBLE in MariaDB and MySQL)."""


@dataclass(frozen=True, slots=True)
class ForeignKey:
    columns: tuple[str, ...]
    ref_table: str
    """`Table.qualified` of the table pointed to."""
    ref_columns: tuple[str, ...]
    inferred: bool = False
    """True when nobody declared it: found from names, types and value containment."""


@dataclass(frozen=True, slots=True)
class Index:
    name: str
    columns: tuple[str, ...]
    """All it sorts by or holds; every column of the table where it sorts by an expression."""


@dataclass(frozen=True)
class Table:
    name: str
    columns: tuple[Column, ...]
    namespace: str | None = None
    """Schema the table lives in; None when its bare name already finds it."""
    is_view: bool = False
    primary_key: tuple[str, ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()
    comment: str | None = None
    row_estimate: int | None = None
    definition: str | None = None
    """SQL of a view, as the engine tells it; None for tables and where it does not."""
    cells_are_all: bool = False
    """The cells of its columns are those of all its rows."""
    descendants: tuple[str, ...] = ()
    """Qualified names of the tables whose rows it shows too: partitions and inheriting tables, at any depth."""
    indexes: tuple[Index, ...] = ()
    """Those by which the engine may read its rows, or those of its descendants; none where it always reads them in the
    order they were stored."""
    stored_by: tuple[str, ...] = ()
    """Columns that decide where a row is stored: in which partition, or in the order of which index."""

    @property
    def qualified(self) -> str:
        return f"{self.namespace}.{self.name}" if self.namespace else self.name

    @cached_property
    def _by_name(self) -> dict[str, Column]:
        """By the exact name first: two names may differ in nothing but case."""
        folded = {column.name.casefold(): column for column in reversed(self.columns)}
        return {**folded, **{column.name: column for column in self.columns}}

    def column(self, name: str) -> Column | None:
        return self._by_name.get(name) or self._by_name.get(name.casefold())


@dataclass(frozen=True)
class DatabaseSchema:
    dialect: str
    """sqlglot's name of the engine's dialect: sqlite, duckdb, postgres, mysql, spark, …"""
    tables: tuple[Table, ...]
    read_at: datetime = field(default_factory=lambda: datetime.now(UTC))

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 over tables, columns and types; the same on every connection, changed by any of these."""
        shape = sorted(
            [table.qualified, table.is_view, [[column.name, column.data_type] for column in table.columns]]
            for table in self.tables
        )
        canonical = json.dumps([self.dialect, shape], ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()

    @cached_property
    def _by_name(self) -> dict[str, Table]:
        """By the exact name first: two names may differ in nothing but case."""
        found = {table.qualified: table for table in self.tables}
        for table in self.tables:
            found.setdefault(table.qualified.casefold(), table)
        for table in self.tables:
            found.setdefault(table.name.casefold(), table)
        return found

    def table(self, name: str) -> Table | None:
        return self._by_name.get(name) or self._by_name.get(name.casefold())

    def columns(self) -> Iterator[tuple[Table, Column]]:
        for table in self.tables:
            for column in table.columns:
                yield table, column
