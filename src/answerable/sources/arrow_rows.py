"""Rows from a driver become exact Arrow columns.

A driver's text is kept as text while rows come in, and each column is settled into its type once all are there: only
then is it known whether a plain `numeric` needs two digits or twenty, or whether a date column holds `infinity`. Text
that the exact type cannot hold stays text, and the column's `note` says so: nothing is rounded, nothing becomes NULL.

Where every column's type is known beforehand, blocks can be given as they come (`stream`); when a late value does not
fit its type, everything is given anew (`Widened`).
"""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import time, timedelta
from decimal import Decimal
from itertools import islice
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from answerable.kernel.light_dataclass import dataclass
from answerable.sources.engine import Widened

__all__ = [
    "CHUNK_ROWS",
    "ColumnPlan",
    "as_bits",
    "as_boolean",
    "as_decimal",
    "as_decimal_of_any_scale",
    "as_interval",
    "as_time",
    "as_time_or_duration",
    "as_utc",
    "cast_to",
    "gather",
    "gather_inferred",
    "stream",
]

CHUNK_ROWS = 2_000
"""Rows converted at once: few enough to stay in the processor's cache, enough to make a call per column cheap."""

_BLOCK_CHUNKS = 10
"""Chunks handed on at once."""

Settle = Callable[[pa.ChunkedArray], pa.ChunkedArray]
"""From a column as it arrived to its final type; ArrowInvalid, ValueError or OverflowError mean it cannot be held."""


@dataclass(frozen=True)
class ColumnPlan:
    """How one column of a result travels."""

    name: str
    arrives: pa.DataType
    """What the driver's values are while rows come in; None lets Arrow look at all of them at the end."""
    settle: Settle | None = None
    """None where the column arrives as what it is."""

    @property
    def known_type(self) -> pa.DataType | None:
        """The final type, where it does not depend on the values."""
        return self.arrives if self.settle is None else getattr(self.settle, "wanted", None)


Rows = Sequence[Sequence[Any]]


def stream(plans: Sequence[ColumnPlan], chunks: Iterator[Rows]) -> pa.RecordBatchReader:
    """As `gather`, without waiting for the last rows where the columns' types are known."""
    if any(plan.known_type is None for plan in plans):
        return gather(plans, chunks)
    schema = pa.schema([pa.field(plan.name, plan.known_type) for plan in plans])
    return pa.RecordBatchReader.from_batches(schema, _blocks(plans, chunks, schema))


def _blocks(plans: Sequence[ColumnPlan], chunks: Iterator[Rows], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    given: list[pa.Table] = []
    while (arrived := _arrived(plans, islice(chunks, _BLOCK_CHUNKS))).num_rows:
        try:
            columns = [
                plan.settle(column) if plan.settle else column
                for plan, column in zip(plans, arrived.columns, strict=True)
            ]
        except (pa.ArrowInvalid, pa.ArrowTypeError):
            late = pa.concat_tables([*given, arrived, _arrived(plans, chunks)])
            raise Widened(_settled_reader(plans, late, [])) from None
        given.append(arrived)
        yield from pa.Table.from_arrays(columns, schema=schema).combine_chunks().to_batches()


def gather(
    plans: Sequence[ColumnPlan], chunks: Iterable[Rows], warnings: Callable[[], list[str]] = list
) -> pa.RecordBatchReader:
    """Read all chunks of rows; `warnings` is asked afterwards, and what it says is the schema's metadata `warnings`."""
    arrived = _arrived(plans, chunks)
    return _settled_reader(plans, arrived, warnings())


def _arrived(plans: Sequence[ColumnPlan], chunks: Iterable[Rows]) -> pa.Table:
    kept: list[list[pa.Array]] = [[] for _ in plans]
    with _without_garbage_collection():
        for rows in chunks:
            for plan, values, column in zip(plans, zip(*rows, strict=True), kept, strict=True):
                column.append(pa.array(values, plan.arrives))
    columns = [pa.chunked_array(column, plan.arrives) for plan, column in zip(plans, kept, strict=True)]
    return pa.Table.from_arrays(columns, names=[plan.name for plan in plans])


def _settled_reader(plans: Sequence[ColumnPlan], arrived: pa.Table, warned: list[str]) -> pa.RecordBatchReader:
    settled = [_settled(plan, column) for plan, column in zip(plans, arrived.columns, strict=True)]
    metadata = {"warnings": json.dumps(warned, ensure_ascii=False)} if warned else None
    schema = pa.schema([field for field, _ in settled], metadata=metadata)
    return pa.Table.from_arrays([column for _, column in settled], schema=schema).to_reader()


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Rows make many tuples and no cycles; looking for cycles among them costs a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _settled(plan: ColumnPlan, column: pa.ChunkedArray) -> tuple[pa.Field, pa.ChunkedArray]:
    if plan.settle is None:
        return pa.field(plan.name, column.type), column
    try:
        final = plan.settle(column)
    except (pa.ArrowInvalid, pa.ArrowTypeError, ValueError, OverflowError):
        note = "kept as it came: a value is outside what the exact type can hold"
        return pa.field(plan.name, column.type, metadata={"note": note}), column
    return pa.field(plan.name, final.type), final


def as_utc(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Text of a moment in a session whose clock is UTC."""
    return pc.assume_timezone(column.cast(pa.timestamp("us")), "UTC")


def as_bits(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Big-endian bytes as the number they are."""
    return _each(column, lambda packed: int.from_bytes(packed, "big"), pa.uint64())


def as_boolean(wanted_otherwise: pa.DataType) -> Settle:
    """MySQL's booleans are small integers: TRUE and FALSE if the column holds nothing but 1 and 0."""

    def settle(column: pa.ChunkedArray) -> pa.ChunkedArray:
        numbers = column.cast(wanted_otherwise)
        ends = pc.min_max(numbers)
        is_boolean = ends["min"].as_py() in (0, 1, None) and ends["max"].as_py() in (0, 1, None)
        return numbers.cast(pa.bool_()) if is_boolean else numbers

    return settle


@dataclass(frozen=True)
class cast_to:  # noqa: N801 - a function that can be asked what it makes
    """Arrow's own reading of text, which refuses what it cannot hold exactly."""

    wanted: pa.DataType

    def __call__(self, column: pa.ChunkedArray) -> pa.ChunkedArray:
        return column.cast(self.wanted)


def as_decimal(precision: int, scale: int) -> Settle:
    """`numeric(precision, scale)`; shapes that Arrow does not have are worked out from the values."""
    if not 0 <= scale <= precision <= 76:
        return as_decimal_of_any_scale
    return cast_to(pa.decimal128(precision, scale) if precision <= 38 else pa.decimal256(precision, scale))


def as_decimal_of_any_scale(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """The least scale that holds every value exactly."""
    length, point = pc.utf8_length(column), pc.find_substring(column, ".")
    has_point = pc.greater_equal(point, 0)
    scale = _greatest(pc.if_else(has_point, pc.subtract(pc.subtract(length, point), 1), 0))
    whole = _greatest(pc.if_else(has_point, point, length))
    if whole + scale <= 38:
        return column.cast(pa.decimal128(38, scale))
    if whole + scale <= 76:
        return column.cast(pa.decimal256(76, scale))
    raise ValueError("more digits than a decimal has")


def _greatest(numbers: pa.ChunkedArray) -> int:
    return pc.max(numbers).as_py() or 0


def as_time(column: pa.ChunkedArray) -> pa.ChunkedArray:
    return _each(column, time.fromisoformat, pa.time64("us"))


def as_time_or_duration(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """MySQL's TIME is a time of day to most people, and a span of up to 838 hours to some."""
    try:
        return as_time(column)
    except ValueError:
        return _each(column, _span, pa.duration("us"))


_SPAN = re.compile(r"(-?)(\d+):(\d\d):(\d\d)(?:\.(\d{1,6}))?")


def _span(text: str) -> timedelta:
    match = _SPAN.fullmatch(text)
    if match is None:
        raise ValueError(text)
    sign, hours, minutes, seconds, fraction = match.groups()
    span = timedelta(
        hours=int(hours), minutes=int(minutes), seconds=int(seconds), microseconds=int((fraction or "").ljust(6, "0"))
    )
    return -span if sign else span


_INTERVAL = re.compile(
    r"P(?:(-?\d+)Y)?(?:(-?\d+)M)?(?:(-?\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?\d+(?:\.\d+)?)S)?)?"
)


def as_interval(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """ISO 8601 text as months, days and nanoseconds, which do not fold into one another."""
    return _each(column, _interval, pa.month_day_nano_interval())


def _interval(text: str) -> pa.MonthDayNano:
    match = _INTERVAL.fullmatch(text)
    if match is None:
        raise ValueError(text)
    years, months, days, hours, minutes, seconds = (Decimal(part or 0) for part in match.groups())
    nanoseconds = ((hours * 60 + minutes) * 60 + seconds) * 1_000_000_000
    if abs(nanoseconds) >= 2**63:
        raise OverflowError(text)
    return pa.MonthDayNano([int(years * 12 + months), int(days), int(nanoseconds)])


def _each(column: pa.ChunkedArray, read: Callable[[Any], Any], wanted: pa.DataType) -> pa.ChunkedArray:
    values = [None if text is None else read(text) for text in column.to_pylist()]
    return pa.chunked_array([pa.array(values, wanted)], wanted)


def gather_inferred(names: Sequence[str], chunks: Iterable[Sequence[Sequence[Any]]]) -> pa.RecordBatchReader:
    """As `gather`, for drivers that give Python values and do not say what type a column has."""
    kept: list[list[Any]] = [[] for _ in names]
    with _without_garbage_collection():
        for rows in chunks:
            for values, column in zip(zip(*rows, strict=True), kept, strict=True):
                column.extend(values)
    return pa.Table.from_arrays([_inferred(column) for column in kept], names=list(names)).to_reader()


def _inferred(values: Sequence[Any]) -> pa.Array:
    """Values of many kinds, and of kinds Arrow does not have, become text, each as Python shows it."""
    try:
        column = pa.array(values)
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError):
        return pa.array([None if value is None else str(value) for value in values], pa.string())
    return column.cast(pa.string()) if pa.types.is_null(column.type) else column
