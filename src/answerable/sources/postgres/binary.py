"""Results over PostgreSQL's binary wire format, for types whose bytes are the value: a third less work on both sides.

A date or moment arrives as a count since 2000. One that no calendar here can hold (`infinity`, years before 1 or after
9999) raises `NeedsText`: the query is then read in the text form, which has a word for it.
"""

from __future__ import annotations

from datetime import UTC, date, datetime

import psycopg
import pyarrow as pa
import pyarrow.compute as pc
from psycopg.abc import Loader
from psycopg.adapt import AdaptersMap
from psycopg.types.bool import BoolBinaryLoader
from psycopg.types.numeric import (
    Float4BinaryLoader,
    Float8BinaryLoader,
    Int2BinaryLoader,
    Int4BinaryLoader,
    Int8BinaryLoader,
    OidBinaryLoader,
)
from psycopg.types.string import ByteaBinaryLoader, TextBinaryLoader

from answerable.kernel.light_dataclass import dataclass
from answerable.sources.arrow_rows import ColumnPlan

__all__ = ["NeedsText", "binary_plan", "register_binary_loaders"]


class NeedsText(Exception):
    """The result holds a value that only the text form can show."""


@dataclass(frozen=True)
class _SinceEpoch:
    """Settles counts of `unit` since PostgreSQL's epoch into `wanted`, within the years 1 to 9999."""

    counted: pa.DataType
    wanted: pa.DataType
    epoch: int
    least: int
    most: int

    def __call__(self, column: pa.ChunkedArray) -> pa.ChunkedArray:
        ends = pc.min_max(column)
        least, most = ends["min"].as_py(), ends["max"].as_py()
        if least is not None and (least < self.least - self.epoch or most > self.most - self.epoch):
            raise NeedsText
        return pc.add(column, pa.scalar(self.epoch, self.counted)).cast(self.wanted)


_UNIX = date(1970, 1, 1).toordinal()
_DAYS = _SinceEpoch(
    pa.int32(), pa.date32(), date(2000, 1, 1).toordinal() - _UNIX, 1 - _UNIX, date.max.toordinal() - _UNIX
)
_MICROSECONDS_A_DAY = 86_400_000_000


def _moments(wanted: pa.DataType) -> _SinceEpoch:
    epoch = round(datetime(2000, 1, 1, tzinfo=UTC).timestamp()) * 1_000_000
    return _SinceEpoch(
        pa.int64(), wanted, epoch, _DAYS.least * _MICROSECONDS_A_DAY, (_DAYS.most + 1) * _MICROSECONDS_A_DAY - 1
    )


_TYPES: dict[str, tuple[type[Loader], pa.DataType, _SinceEpoch | None]] = {
    "bool": (BoolBinaryLoader, pa.bool_(), None),
    "int2": (Int2BinaryLoader, pa.int16(), None),
    "int4": (Int4BinaryLoader, pa.int32(), None),
    "int8": (Int8BinaryLoader, pa.int64(), None),
    "oid": (OidBinaryLoader, pa.int64(), None),
    "float4": (Float4BinaryLoader, pa.float32(), None),
    "float8": (Float8BinaryLoader, pa.float64(), None),
    "bytea": (ByteaBinaryLoader, pa.binary(), None),
    "text": (TextBinaryLoader, pa.string(), None),
    "varchar": (TextBinaryLoader, pa.string(), None),
    "bpchar": (TextBinaryLoader, pa.string(), None),
    "name": (TextBinaryLoader, pa.string(), None),
    "date": (Int4BinaryLoader, pa.int32(), _DAYS),
    "timestamp": (Int8BinaryLoader, pa.int64(), _moments(pa.timestamp("us"))),
    "timestamptz": (Int8BinaryLoader, pa.int64(), _moments(pa.timestamp("us", tz="UTC"))),
}


def register_binary_loaders(adapters: AdaptersMap) -> None:
    for name, (loader, _, _) in _TYPES.items():
        adapters.register_loader(name, loader)


def binary_plan(name: str, oid: int) -> ColumnPlan | None:
    """None for a type that travels as text."""
    info = psycopg.postgres.types.get(oid)
    if info is None or info.oid != oid or info.name not in _TYPES:
        return None
    _, arrives, settle = _TYPES[info.name]
    return ColumnPlan(name, arrives, settle)
