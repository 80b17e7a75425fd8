"""Columns of a result as their tables declare them: SQLite stores a DATE as text and a DECIMAL as a binary number.

A column takes its declared type only where every value fits it exactly; otherwise it stays what SQLite gave.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

import apsw

from answerable.kernel.schema import Kind
from answerable.sources.column_kinds import kind_of

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Columns", "Conversions", "as_declared", "conversions", "declared_types"]

Columns = tuple[tuple[str, str | None], ...]
"""Of each column of a result its name and, where it is a column of a table as it stands, the type that declares."""

Conversions = Mapping[int, "Callable[[pa.ChunkedArray], pa.ChunkedArray | None]"]
"""Each gives None where a value does not fit."""

_DECIMAL = re.compile(r"\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)")


def declared_types(connection: apsw.Connection, read: set[tuple[str, str]]) -> dict[str, set[str]]:
    """Of the (table, column) pairs a query reads, each column name with the types its tables declare."""
    found: dict[str, set[str]] = {}
    for table in {table for table, _ in read}:
        for name, spelling in connection.execute("SELECT name, type FROM pragma_table_xinfo(?)", (table,)):
            if (table, name) in read:
                found.setdefault(name, set()).add(spelling)
    return found


def conversions(columns: Columns, declared: Mapping[str, set[str]]) -> Conversions:
    """For each column of a result that a declared type may change, by number; none where tables do not agree on it.

    A number is only a truth value where the column itself is declared so: `SUM(paid) AS paid` is none."""
    agreed = {name: next(iter(spellings)) for name, spellings in declared.items() if len(spellings) == 1}
    found: dict[int, Callable[[pa.ChunkedArray], pa.ChunkedArray | None]] = {}
    for number, (name, own) in enumerate(columns):
        if kind_of(own or "") is Kind.BOOLEAN:
            found[number] = _boolean
        elif convert := _CONVERSIONS.get(kind_of(agreed.get(name, ""))):
            found[number] = partial(convert, agreed[name])
    return found


def as_declared(table: pa.Table, wanted: Conversions) -> pa.Table:
    for number, convert in wanted.items():
        converted = convert(table.column(number)) if number < table.num_columns else None
        if converted is not None:
            table = table.set_column(number, table.column_names[number], converted)
    return table


def _boolean(column: pa.ChunkedArray) -> pa.ChunkedArray | None:
    import pyarrow as pa
    import pyarrow.compute as pc

    if not pa.types.is_integer(column.type):
        return None
    ends = pc.min_max(column)
    fits = {ends["min"].as_py(), ends["max"].as_py()} <= {0, 1, None}
    return column.cast(pa.bool_()) if fits else None


def _date(_: str, column: pa.ChunkedArray) -> pa.ChunkedArray | None:
    import pyarrow as pa

    return _parsed(column, pa.date32())


def _timestamp(_: str, column: pa.ChunkedArray) -> pa.ChunkedArray | None:
    import pyarrow as pa

    return _parsed(column, pa.timestamp("us"))


def _parsed(column: pa.ChunkedArray, kind: pa.DataType) -> pa.ChunkedArray | None:
    """Values not written as ISO 8601 says, with a zone or with no day that ever was, leave the column as it is."""
    import pyarrow as pa

    if not pa.types.is_string(column.type):
        return None
    try:
        return column.cast(kind)
    except pa.ArrowInvalid:
        return None


def _decimal(spelling: str, column: pa.ChunkedArray) -> pa.ChunkedArray | None:
    """Exact when the decimal, turned back, is the very number stored."""
    import pyarrow as pa

    given = _DECIMAL.search(spelling)
    precision, scale = (int(given[1]), int(given[2] or 0)) if given else (0, 0)
    if not 0 < precision <= 38 or scale > precision or not _is_number(column.type):
        return None
    try:
        stored = column.cast(pa.float64())
        exact = stored.cast(pa.decimal128(precision, scale))
        return exact if exact.cast(pa.string()).cast(pa.float64()).equals(stored) else None
    except pa.ArrowInvalid:
        return None


def _is_number(kind: pa.DataType) -> bool:
    from pyarrow import types

    return bool(types.is_floating(kind) or types.is_integer(kind))


_CONVERSIONS: dict[Kind, Callable[[str, pa.ChunkedArray], pa.ChunkedArray | None]] = {
    Kind.DATE: _date,
    Kind.TIMESTAMP: _timestamp,
    Kind.DECIMAL: _decimal,
}
