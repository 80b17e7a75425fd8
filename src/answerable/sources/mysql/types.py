"""MySQL's and MariaDB's types: which exact Arrow type a column of a result becomes.

Values arrive as the text of the wire protocol, or as bytes where the column is binary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pyarrow as pa
from pymysql.constants import FIELD_TYPE, FLAG

from answerable.sources.arrow_rows import (
    ColumnPlan,
    as_bits,
    as_boolean,
    as_decimal,
    as_time_or_duration,
    as_utc,
    cast_to,
)

if TYPE_CHECKING:
    from answerable.sources.arrow_rows import Settle

__all__ = ["Field", "plan_for"]

_BINARY_CHARSET = 63
_INTEGERS = {
    FIELD_TYPE.TINY: (pa.int8(), pa.uint8()),
    FIELD_TYPE.SHORT: (pa.int16(), pa.uint16()),
    FIELD_TYPE.INT24: (pa.int32(), pa.uint32()),
    FIELD_TYPE.LONG: (pa.int32(), pa.uint32()),
    FIELD_TYPE.LONGLONG: (pa.int64(), pa.uint64()),
    FIELD_TYPE.YEAR: (pa.int16(), pa.uint16()),
}
_STRINGS = {
    FIELD_TYPE.VARCHAR,
    FIELD_TYPE.VAR_STRING,
    FIELD_TYPE.STRING,
    FIELD_TYPE.TINY_BLOB,
    FIELD_TYPE.BLOB,
    FIELD_TYPE.MEDIUM_BLOB,
    FIELD_TYPE.LONG_BLOB,
    FIELD_TYPE.GEOMETRY,
}
_SETTLES: dict[int, Settle] = {
    FIELD_TYPE.FLOAT: cast_to(pa.float32()),
    FIELD_TYPE.DOUBLE: cast_to(pa.float64()),
    FIELD_TYPE.DATE: cast_to(pa.date32()),
    FIELD_TYPE.NEWDATE: cast_to(pa.date32()),
    FIELD_TYPE.DATETIME: cast_to(pa.timestamp("us")),
    FIELD_TYPE.TIMESTAMP: as_utc,
    FIELD_TYPE.TIME: as_time_or_duration,
}


class Field(Protocol):
    """What the server says of a column."""

    name: str
    type_code: int
    length: int
    scale: int
    flags: int
    charsetnr: int


def plan_for(field: Field) -> ColumnPlan:
    kind, name = field.type_code, field.name
    if kind == FIELD_TYPE.BIT:
        return ColumnPlan(name, pa.binary(), _as_single_bit if field.length == 1 else as_bits)
    if kind in _STRINGS and field.charsetnr == _BINARY_CHARSET:
        return ColumnPlan(name, pa.binary())
    if kind in _INTEGERS:
        return ColumnPlan(name, pa.string(), _integer(field))
    if kind in (FIELD_TYPE.NEWDECIMAL, FIELD_TYPE.DECIMAL):
        return ColumnPlan(name, pa.string(), as_decimal(_precision(field), field.scale))
    return ColumnPlan(name, pa.string(), _SETTLES.get(kind))


def _integer(field: Field) -> Settle:
    signed, unsigned = _INTEGERS[field.type_code]
    wanted = unsigned if field.flags & FLAG.UNSIGNED else signed
    return as_boolean(wanted) if field.type_code == FIELD_TYPE.TINY and field.length == 1 else cast_to(wanted)


def _precision(field: Field) -> int:
    """The server tells the width for display, which counts the sign and the point."""
    return max(1, field.length - (not field.flags & FLAG.UNSIGNED) - (field.scale > 0), field.scale)


def _as_single_bit(column: pa.ChunkedArray) -> pa.ChunkedArray:
    return as_bits(column).cast(pa.bool_())
