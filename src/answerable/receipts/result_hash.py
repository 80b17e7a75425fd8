"""SHA-256 of a result that says whether two results hold the same, however their rows came.

Up to `MOST_ROWS` rows are hashed row by row, more column by column. Rows of a query without ORDER BY are sorted first.
Floats are cut, see `floats`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from answerable.kernel.fingerprint import fingerprint_of
from answerable.receipts.floats import cut
from answerable.receipts.row_hashes import MOST_ROWS, row_bytes, values_of

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["hash_of_rows", "result_hash"]

_ODD = 0x9E3779B97F4A7C15
"""Spreads the bits of numbers that differ in few."""


def result_hash(table: pa.Table, *, is_ordered: bool, fingerprint: str = "") -> str:
    """`fingerprint` is the table's own, where it is at hand: a large result that needs neither cutting nor sorting is
    not hashed again."""
    if table.num_rows <= MOST_ROWS:
        return hash_of_rows(table.schema, row_bytes(table), is_ordered=is_ordered)
    made = _canonical(table, is_ordered=is_ordered)
    return fingerprint if fingerprint and made is table else fingerprint_of(made)


def hash_of_rows(schema: pa.Schema, rows: Sequence[bytes], *, is_ordered: bool) -> str:
    shape = json.dumps([[field.name, str(field.type)] for field in schema], separators=(",", ":"))
    lines = [shape.encode("ascii"), *(rows if is_ordered else sorted(rows))]
    return hashlib.sha256(b"\n".join(lines)).hexdigest()


def _canonical(table: pa.Table, *, is_ordered: bool) -> pa.Table:
    """The very same table where there is nothing to cut and nothing to sort."""
    import pyarrow as pa

    for place, field in enumerate(table.schema):
        if pa.types.is_floating(field.type):
            table = table.set_column(place, pa.field(field.name, pa.float64()), _cut(table.column(place)))
    return table if is_ordered else _sorted(table)


def _cut(column: pa.ChunkedArray) -> pa.Array:
    import pyarrow as pa

    return pa.array(cut(column), mask=column.is_null().to_numpy() if column.null_count else None)


def _sorted(table: pa.Table) -> pa.Table:
    """In an order that follows from the rows alone."""
    table = table.combine_chunks()
    order = _order_of_numbers(table)
    return table.take(_order_of_all(table) if order is None else order)


def _order_of_numbers(table: pa.Table) -> Any:
    """By the rows' numbers, stirred into one: a tenth of the work of comparing columns. None where that leaves ties."""
    import numpy as np
    import pyarrow as pa

    stirred = np.zeros(table.num_rows, dtype="<u8")
    for column in table.columns:
        if column.type in (pa.int64(), pa.float64()) and not column.null_count:
            stirred ^= column.to_numpy().view("<u8")
            stirred *= np.uint64(_ODD)
            stirred ^= stirred >> np.uint64(29)
    order = np.argsort(stirred)
    in_order = stirred[order]
    return None if (in_order[1:] == in_order[:-1]).any() else order


def _order_of_all(table: pa.Table) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    columns = [column for column in table.columns if column.type != pa.null()]
    keys = {str(number): _sortable(column) for number, column in enumerate(columns)}
    if not keys:
        return pa.array(range(table.num_rows))
    return pc.sort_indices(pa.table(keys), sort_keys=[(name, "ascending") for name in keys])


def _sortable(column: pa.ChunkedArray) -> pa.ChunkedArray | pa.Array:
    """Lists, structs and intervals have no order of their own; they take that of their text."""
    import pyarrow as pa

    kind = column.type
    if isinstance(kind, pa.BaseExtensionType):
        return _sortable(pa.chunked_array([chunk.storage for chunk in column.chunks], kind.storage_type))
    if not (pa.types.is_nested(kind) or pa.types.is_interval(kind)):
        return column
    return pa.array([None if value is None else _text(value) for value in values_of(column)], pa.string())


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)
