"""The rows of a small result as bytes, one by one, so that two results can be compared row by row."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from answerable.kernel.fingerprint import fingerprint_of
from answerable.receipts.floats import cut

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["MOST_ROWS", "row_bytes", "row_hashes", "values_of"]

MOST_ROWS = 1_000
"""Of a result that is hashed row by row; what is larger is hashed column by column."""
_HASH_BYTES = 6


def row_bytes(table: pa.Table) -> list[bytes]:
    """Each row as a JSON array: floats cut, moments as numbers, decimals and bytes as text."""
    import orjson

    columns = [_values(column) for column in table.columns] or [[None] * table.num_rows]
    return [orjson.dumps(row, default=_text) for row in zip(*columns, strict=True)]


def row_hashes(rows: Sequence[bytes], salt: str) -> list[str]:
    """Short ones. The salt keeps equal rows of two receipts from being told as equal."""
    key = salt.encode()[:64]
    return [hashlib.blake2b(row, digest_size=_HASH_BYTES, key=key).hexdigest() for row in rows]


def _values(column: pa.ChunkedArray) -> list[Any]:
    from pyarrow import types

    if types.is_floating(column.type):
        return [_float(was, now) for was, now in zip(column.to_pylist(), cut(column).tolist(), strict=True)]
    if types.is_temporal(column.type) and not types.is_interval(column.type):
        return _counted(column)
    values = values_of(column)
    return [_spelled(value) for value in values] if types.is_nested(column.type) else values


def _spelled(value: Any) -> Any:
    """Within lists and structs, too, what is not finite is not nothing."""
    if isinstance(value, float):
        return _float(value, value)
    if isinstance(value, dict):
        return {name: _spelled(held) for name, held in value.items()}
    return [_spelled(held) for held in value] if type(value) in (list, tuple) else value


def values_of(column: pa.ChunkedArray) -> list[Any]:
    """Where Python cannot hold them (broken text, times beyond its years), their fingerprints stand for them."""
    import pyarrow as pa

    try:
        values: list[Any] = column.to_pylist()
    except (ValueError, OverflowError, ArithmeticError):
        return [fingerprint_of(pa.table({"": column.slice(place, 1)})) for place in range(len(column))]
    return values


def _counted(column: pa.ChunkedArray) -> list[Any]:
    """Moments as they are stored: counted from a beginning, in the unit that their type names."""
    import pyarrow as pa

    counted: list[Any] = column.cast(pa.int64() if column.type.bit_width == 64 else pa.int32()).to_pylist()
    return counted


def _float(was: float | None, now: float) -> float | str | None:
    """JSON has no word for what is not finite, and it is not nothing either."""
    return was if was is None else str(was) if was - was else now


def _text(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)
