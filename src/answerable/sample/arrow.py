"""The shop's rows as Arrow tables with exact types: dates are dates, money is decimal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.sample.layout import ColumnSpec, TableSpec
from answerable.sample.shop import Rows

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["arrow_table"]


def arrow_table(table: TableSpec, rows: Rows) -> pa.Table:
    import pyarrow as pa

    schema = pa.schema([_field(column) for column in table.columns])
    columns = zip(*rows, strict=True)
    return pa.table([pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)], schema)


def _field(column: ColumnSpec) -> pa.Field:
    import pyarrow as pa

    types = {
        "integer": pa.int32(),
        "big": pa.int64(),
        "text": pa.string(),
        "date": pa.date32(),
        "timestamp": pa.timestamp("us"),
        "money": pa.decimal128(12, 2),
    }
    return pa.field(column.name, types[column.type], nullable=column.nullable)
