"""The rows of a small result as bytes, one by one, so that two results can be compared row by row."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from answerable.receipts.floats import cut

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["MOST_ROWS", "row_bytes", "row_hashes"]

MOST_ROWS = 1_000
"""Of a result that is hashed row by row; what is larger is hashed column by column."""
_HASH_BYTES = 6


def row_bytes(table: pa.Table) -> list[bytes]:
    """Each row as a JSON array: floats cut, decimals, bytes and spans of time as text."""
    import orjson

    columns = [_values(column) for column in table.columns]
    return [orjson.dumps(row, default=_text) for row in zip(*columns, strict=True)]


def row_hashes(rows: Sequence[bytes], salt: str) -> list[str]:
    """Short ones. The salt keeps equal rows of two receipts from being told as equal."""
    key = salt.encode()[:64]
    return [hashlib.blake2b(row, digest_size=_HASH_BYTES, key=key).hexdigest() for row in rows]


def _values(column: pa.ChunkedArray) -> list[Any]:
    from pyarrow import types

    values: list[Any] = column.to_pylist()
    if not types.is_floating(column.type):
        return values
    return [_float(was, now) for was, now in zip(values, cut(column).tolist(), strict=True)]


def _float(was: float | None, now: float) -> float | str | None:
    """JSON has no word for what is not finite, and it is not nothing either."""
    return was if was is None else str(was) if was - was else now


def _text(value: object) -> str:
    if isinstance(value, bytes):
        return value.hex()
    return f"{value.total_seconds()} s" if isinstance(value, timedelta) else str(value)
