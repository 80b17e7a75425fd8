"""A linear map whose weights are stored in one byte each.

A first question uses most maps once. The floats of such a use go into memory that the next map overwrites: fresh memory
for all of them would cost the system twice the time of working them out. From the second use on a map keeps its floats.
"""

from __future__ import annotations

import threading
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from answerable.language.neural.layers import Array, Linear

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["QuantisedLinear"]


class QuantisedLinear:
    def __init__(
        self, stored: npt.NDArray[np.generic], scales: npt.NDArray[np.generic], bias: Array, block: int | None
    ) -> None:
        """`stored` is outputs × inputs, as in the file; `scales` has a factor for each output."""
        outputs, inputs = stored.shape
        width = block if block and outputs % block == 0 else outputs
        self._stored = stored.reshape(-1, width, inputs).swapaxes(1, 2)
        self._scales = scales.astype(np.float32, copy=False).reshape(-1, 1, width)
        self.bias = bias
        self._was_used = False

    def __call__(self, rows: Array) -> Array:
        if self._was_used:
            return self._kept(rows)
        self._was_used = True
        return Linear(self._write(_shared_memory(self._stored.size).reshape(self._stored.shape)), self.bias)(rows)

    @property
    def matrix(self) -> Array:
        return self._kept.matrix

    @cached_property
    def _kept(self) -> Linear:
        return Linear(self._write(np.empty(self._stored.shape, dtype=np.float32)), self.bias)

    def _write(self, blocks: Array) -> Array:
        blocks[...] = self._stored
        blocks *= self._scales
        return blocks


_OfThread = threading.local()


def _shared_memory(size: int) -> Array:
    """What is in there holds until the next map of this thread is used for the first time."""
    memory: Array | None = getattr(_OfThread, "memory", None)
    if memory is None or memory.size < size:
        memory = _OfThread.memory = np.empty(size, dtype=np.float32)
    return memory[:size]
