"""SHA-256 of a result: column names, types and values, in the order they came.

Each column has a hash of its own, and the fingerprint is the hash over the names, types and these. So the columns of a
large batch are hashed side by side, while the next is still on its way. It does not depend on how the rows were
batched, on what lies under a NULL, or on the version of Arrow.
"""

from __future__ import annotations

import hashlib
import json
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

from answerable.kernel.fingerprint.columns import ColumnHash

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Fingerprint", "fingerprint_of"]

_LANES = 2
_WORTH_THREADS = 1 << 20
"""Bytes of a batch below which handing it to other threads costs more than it saves."""


class Fingerprint:
    """Fed with batches as `plain_batches` makes them."""

    def __init__(self, schema: pa.Schema) -> None:
        self._shape = [[field.name, str(field.type)] for field in schema]
        self._columns = [ColumnHash() for _ in schema]
        self._lanes: list[ThreadPoolExecutor] = []
        self._waiting: list[Future[None]] = []

    def add(self, batch: pa.RecordBatch) -> None:
        work = list(zip(self._columns, batch.columns, strict=True))
        if not self._lanes and batch.nbytes < _WORTH_THREADS:
            _hash(work)
            return
        lanes = self._open_lanes()
        for number, lane in enumerate(lanes):  # a column stays in its lane, so its batches keep their order
            self._waiting.append(lane.submit(_hash, work[number :: len(lanes)]))

    def hexdigest(self) -> str:
        """Once, after the last batch."""
        for lane in self._lanes:
            lane.shutdown()
        for waiting in self._waiting:
            waiting.result()
        digests = [column.hexdigest() for column in self._columns]
        return hashlib.sha256(json.dumps([self._shape, digests], separators=(",", ":")).encode("ascii")).hexdigest()

    def _open_lanes(self) -> list[ThreadPoolExecutor]:
        if not self._lanes:
            self._lanes = [ThreadPoolExecutor(1) for _ in range(_LANES)]
        return self._lanes


def fingerprint_of(table: pa.Table) -> str:
    """Of a table that is all there; its columns are of the types that `plain_batches` leaves."""
    fingerprint = Fingerprint(table.schema)
    for batch in table.to_batches():
        fingerprint.add(batch)
    return fingerprint.hexdigest()


def _hash(work: list[tuple[ColumnHash, pa.Array]]) -> None:
    for column, values in work:
        column.add(values)
