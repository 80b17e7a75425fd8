"""SHA-256 over the values of one column, however its rows are cut into batches."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["ColumnHash"]


class ColumnHash:
    """Three streams of bytes: which rows are NULL, how long each other value is, and the values themselves.

    The first counts rows from the column's begin and the last two know no rows at all, so batches leave no trace."""

    def __init__(self) -> None:
        self._rows = 0
        self._nulls, self._lengths, self._values = hashlib.sha256(), hashlib.sha256(), hashlib.sha256()
        self._children: list[ColumnHash] = []

    def hexdigest(self) -> str:
        streams = [stream.hexdigest() for stream in (self._nulls, self._lengths, self._values)]
        parts = [self._rows, *streams, *(child.hexdigest() for child in self._children)]
        return hashlib.sha256(json.dumps(parts).encode("ascii")).hexdigest()

    def add(self, array: pa.Array) -> None:
        rows = len(array)
        if array.null_count:
            self._add_nulls(array)
            array = array.drop_null()
        if len(array):
            self._add_values(array)
        self._rows += rows

    def _add_nulls(self, array: pa.Array) -> None:
        import numpy as np

        missing = np.flatnonzero(array.is_null().to_numpy(zero_copy_only=False))
        self._nulls.update((missing + self._rows).astype("<i8").tobytes())

    def _add_values(self, array: pa.Array) -> None:
        from pyarrow import types

        kind = array.type
        if types.is_boolean(kind):
            self._values.update(array.to_numpy(zero_copy_only=False).tobytes())
        elif types.is_string(kind) or types.is_binary(kind):
            self._add_text(array)
        elif types.is_struct(kind):
            self._add_children(array.flatten())
        elif types.is_nested(kind):
            self._add_lists(array)
        else:
            self._add_fixed(array)

    def _add_fixed(self, array: pa.Array) -> None:
        """Numbers, dates, decimals: values of one width, side by side."""
        width = array.type.bit_width // 8
        start = array.offset * width
        self._values.update(memoryview(array.buffers()[1])[start : start + len(array) * width])

    def _add_text(self, array: pa.Array) -> None:
        import numpy as np

        _, ends, data = array.buffers()
        offsets = np.frombuffer(ends, dtype="<i4", count=len(array) + 1, offset=array.offset * 4)
        self._lengths.update(np.diff(offsets).tobytes())
        if data is not None:
            self._values.update(memoryview(data)[int(offsets[0]) : int(offsets[-1])])

    def _add_lists(self, array: pa.Array) -> None:
        import pyarrow as pa
        import pyarrow.compute as pc

        kind = array.type
        if pa.types.is_map(kind):
            array = array.cast(pa.list_(pa.struct([("key", kind.key_type), ("value", kind.item_type)])))
        self._lengths.update(pc.list_value_length(array).to_numpy().astype("<i8").tobytes())
        self._add_children([array.flatten()])

    def _add_children(self, children: list[pa.Array]) -> None:
        if not self._children:
            self._children = [ColumnHash() for _ in children]
        for own, child in zip(self._children, children, strict=True):
            own.add(child)
