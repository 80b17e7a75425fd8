"""What a receipt says of a result: enough to tell later whether it is the same, and where it is not."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from decimal import Decimal, localcontext
from typing import TYPE_CHECKING, Any

from answerable.kernel.light_dataclass import dataclass
from answerable.receipts.result_hash import hash_of_rows, result_hash
from answerable.receipts.row_hashes import MOST_ROWS, row_bytes, row_hashes

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Given", "describe", "plain"]

_DIGITS = 100
"""Of a sum of decimals; Arrow's have 76 at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A result as it was given to a person: values of masked columns are not in the table any more."""

    table: pa.Table
    fingerprint: str
    is_truncated: bool
    is_ordered: bool
    """Whether the query says in which order its rows come."""
    masked: tuple[int, ...] = ()
    """Places of masked columns."""


def describe(given: Given, salt: str) -> dict[str, Any]:
    """`hash` is compared, `fingerprint` is what the audit trail has; rows have hashes up to `MOST_ROWS`; summaries are
    of numbers alone. Of masked columns there are neither."""
    table = given.table
    rows = row_bytes(table) if table.num_rows <= MOST_ROWS else []
    return {
        "row_count": table.num_rows,
        "is_truncated": given.is_truncated,
        "is_ordered": given.is_ordered,
        "columns": [
            {"name": field.name, "type": str(field.type), "is_masked": place in given.masked}
            for place, field in enumerate(table.schema)
        ],
        "hash": _hash(given, rows),
        "fingerprint": given.fingerprint,
        "row_hashes": row_hashes(rows, salt),
        "summaries": [{} if place in given.masked else _summary(one) for place, one in enumerate(table.columns)],
    }


def _hash(given: Given, rows: Sequence[bytes]) -> str:
    if given.table.num_rows <= MOST_ROWS:
        return hash_of_rows(given.table.schema, rows, is_ordered=given.is_ordered)
    return result_hash(given.table, is_ordered=given.is_ordered, fingerprint=given.fingerprint)


def _summary(column: pa.ChunkedArray) -> dict[str, Any]:
    """How many values are missing; of numbers also the least, the greatest and the sum."""
    from pyarrow import types

    said: dict[str, Any] = {"nulls": column.null_count}
    kind = column.type
    if types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind):
        said |= _small_extent(column) if len(column) <= MOST_ROWS else _large_extent(column)
    return said


def _small_extent(column: pa.ChunkedArray) -> Mapping[str, Any]:
    values = [value for value in column.to_pylist() if value is not None]
    if not values:
        return {}
    numbers = [value for value in values if value == value] or values  # NaN is neither less nor greater than any
    return {"min": plain(min(numbers)), "max": plain(max(numbers)), "sum": plain(_total(values))}


def _total(values: Sequence[Any]) -> Any:
    """The same in whatever order they come, and to the last digit of decimals."""
    if not isinstance(values[0], float):
        with localcontext(prec=_DIGITS):
            return sum(values)
    try:
        return math.fsum(values)
    except (OverflowError, ValueError):  # beyond all floats on the way, or infinities of both signs
        return sum(sorted(values))


def _large_extent(column: pa.ChunkedArray) -> Mapping[str, Any]:
    import pyarrow as pa
    import pyarrow.compute as pc

    if column.null_count == len(column):
        return {}
    ends, total = pc.min_max(column), pc.sum(column.cast(pa.float64(), safe=False))
    return {"min": plain(ends["min"].as_py()), "max": plain(ends["max"].as_py()), "sum": plain(total.as_py())}


def plain(value: Any) -> Any:
    """A value as JSON has it: numbers as numbers where they survive that, everything else as text."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, bytes):
        return value.hex()
    return format(value, "f") if isinstance(value, Decimal) and value.is_finite() else str(value)
