"""PostgreSQL's types: how each is loaded from the wire, and which exact Arrow type it becomes.

Most columns are loaded as the server's text (the session fixes its form: ISO dates, UTC, ISO intervals), because Arrow
reads text into decimals and timestamps faster than Python makes objects of it, and without rounding.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import psycopg
import pyarrow as pa
from psycopg import pq
from psycopg.adapt import AdaptersMap, Transformer
from psycopg.types.array import ListDumper, register_array
from psycopg.types.bool import BoolLoader
from psycopg.types.numeric import FloatLoader, IntLoader
from psycopg.types.string import ByteaLoader, StrDumper, TextLoader

from answerable.sources.arrow_rows import (
    ColumnPlan,
    as_decimal,
    as_decimal_of_any_scale,
    as_interval,
    as_time,
    cast_to,
)
from answerable.sources.postgres.binary import register_binary_loaders

if TYPE_CHECKING:
    from answerable.sources.arrow_rows import Settle

__all__ = ["adapters", "plan_for"]

_NUMERIC = 1700
_AS_LOADED: dict[str, pa.DataType] = {
    "bool": pa.bool_(),
    "int2": pa.int16(),
    "int4": pa.int32(),
    "int8": pa.int64(),
    "oid": pa.int64(),
    "float4": pa.float32(),
    "float8": pa.float64(),
    "bytea": pa.binary(),
}
_READ_BY_ARROW: dict[str, pa.DataType] = {
    "date": pa.date32(),
    "timestamp": pa.timestamp("us"),
    "timestamptz": pa.timestamp("us", tz="UTC"),
}
_READ_BY_US: dict[str, Callable[[pa.ChunkedArray], pa.ChunkedArray]] = {"time": as_time, "interval": as_interval}
_LOADERS = (
    (BoolLoader, ("bool",)),
    (IntLoader, ("int2", "int4", "int8", "oid")),
    (FloatLoader, ("float4", "float8")),
    (ByteaLoader, ("bytea",)),
)


def adapters() -> AdaptersMap:
    """Loaders for a session of ours: what is not named here arrives as the server's own text."""
    types = psycopg.postgres.types
    made = AdaptersMap(types=types)
    made.register_loader(0, TextLoader)
    made.register_dumper(str, StrDumper)
    made.register_dumper(list, ListDumper)
    for loader, names in _LOADERS:
        for name in names:
            made.register_loader(name, loader)
    register_binary_loaders(made)
    return made


def plan_for(name: str, oid: int, modifier: int) -> ColumnPlan:
    """`modifier` is the type modifier the server sends: the precision and scale of a numeric."""
    info = psycopg.postgres.types.get(oid)
    known = info.name if info else ""
    if info is not None and info.array_oid == oid:
        return ColumnPlan(name, pa.string(), _as_list(oid, info.oid))
    if known in _AS_LOADED:
        return ColumnPlan(name, _AS_LOADED[known])
    return ColumnPlan(name, pa.string(), _settle(oid, known, modifier))


def _settle(oid: int, known: str, modifier: int) -> Settle | None:
    if oid == _NUMERIC:
        return as_decimal(*_precision_and_scale(modifier)) if modifier >= 0 else as_decimal_of_any_scale
    if known in _READ_BY_ARROW:
        return cast_to(_READ_BY_ARROW[known])
    return _READ_BY_US.get(known)


def _precision_and_scale(modifier: int) -> tuple[int, int]:
    packed = modifier - 4
    scale = packed & 0x7FF
    return packed >> 16 & 0xFFFF, scale - 0x800 if scale & 0x400 else scale


def _as_list(array_oid: int, element_oid: int) -> Settle:
    """An array in the server's text, as a list; arrays of several dimensions do not fit and stay text."""
    element = plan_for("", element_oid, -1)

    def settle(column: pa.ChunkedArray) -> pa.ChunkedArray:
        load = _array_loader(array_oid)
        values = [None if text is None else load(text.encode()) for text in column.to_pylist()]
        arrived = pa.chunked_array([pa.array(values, pa.list_(element.arrives))])
        if element.settle is None:
            return arrived
        flat = pa.chunked_array([arrived.combine_chunks().flatten()], element.arrives)
        settled = element.settle(flat).combine_chunks()
        return _rebuilt(arrived.combine_chunks(), settled)

    return settle


def _rebuilt(lists: pa.ListArray, elements: pa.Array) -> pa.ChunkedArray:
    """The same lists around other elements."""
    rebuilt = pa.ListArray.from_arrays(lists.offsets, elements, mask=lists.is_null() if lists.null_count else None)
    return pa.chunked_array([rebuilt])


def _array_loader(array_oid: int) -> Callable[[bytes], Any]:
    context = adapters()
    info = psycopg.postgres.types[array_oid]
    register_array(info, context)
    return Transformer(context).get_loader(array_oid, pq.Format.TEXT).load
