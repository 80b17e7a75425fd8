"""Results in the plainest Arrow types: how an engine happened to pack values is not their type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["plain_batches", "plain_schema"]


def plain_schema(schema: pa.Schema) -> pa.Schema:
    """Without dictionaries, views, 64-bit offsets and engine metadata."""
    import pyarrow as pa

    return pa.schema([pa.field(field.name, _plain(field.type)) for field in schema])


def plain_batches(reader: pa.RecordBatchReader) -> Iterator[pa.RecordBatch]:
    """The reader's batches in its plain schema; none is empty."""
    import pyarrow as pa

    schema = plain_schema(reader.schema)
    for batch in reader:
        if batch.num_rows:
            columns = (_cast(column, kind) for column, kind in zip(batch.columns, schema.types, strict=True))
            yield pa.RecordBatch.from_arrays(list(columns), schema=schema)


def _cast(column: pa.Array, kind: pa.DataType) -> pa.Array:
    return column if column.type == kind else column.cast(kind)


def _plain(kind: pa.DataType) -> pa.DataType:
    import pyarrow as pa
    from pyarrow import types

    if types.is_dictionary(kind):
        return _plain(kind.value_type)
    if types.is_large_string(kind) or types.is_string_view(kind):
        return pa.string()
    if types.is_large_binary(kind) or types.is_binary_view(kind):
        return pa.binary()
    return kind
