"""What every part of the network is made of: linear maps, normalisation, attention over heads. Float32 throughout.

Arrays hold one thing a row, its vector along the last axis; axes before these two, if any, are things apart.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from answerable.kernel.light_dataclass import dataclass

__all__ = ["Array", "Linear", "LinearMap", "Norm", "gelu", "join_heads", "softmax", "split_heads"]

Array = npt.NDArray[np.float32]

_ZERO, _ONE = np.float32(0), np.float32(1)
_TAIL = tuple(np.float32(0.5 * part) for part in (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429))
_TAIL_SLOPE = np.float32(0.3275911 / 2**0.5)


class LinearMap(Protocol):
    @property
    def bias(self) -> Array: ...
    @property
    def matrix(self) -> Array:
        """Inputs × outputs."""

    def __call__(self, rows: Array) -> Array: ...


@dataclass(frozen=True, slots=True)
class Linear:
    blocks: Array
    """Blocks × inputs × outputs of a block. With few rows, narrow blocks take half the time of one wide matrix."""
    bias: Array

    @classmethod
    def of(cls, matrix: Array, bias: Array, *, block: int | None = None) -> Linear:
        """`matrix` is inputs × outputs; `block` outputs at a time, where they can be shared out so."""
        inputs, outputs = matrix.shape
        count = outputs // block if block and outputs % block == 0 else 1
        return cls(np.ascontiguousarray(matrix.reshape(inputs, count, -1).swapaxes(0, 1)), bias)

    @property
    def matrix(self) -> Array:
        return self.blocks.swapaxes(0, 1).reshape(self.blocks.shape[1], -1)

    def __call__(self, rows: Array) -> Array:
        """One product for all rows: numpy would make one for each leading axis."""
        mapped = rows.reshape(-1, rows.shape[-1]) @ self.blocks
        mapped = mapped.swapaxes(0, 1).reshape(*rows.shape[:-1], -1)
        mapped += self.bias
        return mapped


@dataclass(frozen=True, slots=True)
class Norm:
    gain: Array
    shift: Array
    epsilon: float

    def __call__(self, rows: Array) -> Array:
        centred: Array = rows - _means(rows)
        spread = _means(np.square(centred))
        spread += np.float32(self.epsilon)
        centred *= _ONE / np.sqrt(spread, out=spread)
        centred *= self.gain
        centred += self.shift
        return centred


def _means(rows: Array) -> Array:
    """Of each row; to the bit what `rows.mean` gives, without its detours."""
    means: Array = np.add.reduce(rows, axis=-1, keepdims=True)
    means /= np.float32(rows.shape[-1])
    return means


def gelu(rows: Array) -> Array:
    """x·Φ(x), as max(x, 0) − |x|·Φ(−|x|), the tail by Abramowitz and Stegun 7.1.26 (error below 1.5e-7).

    In three arrays that are written again and again: one more for each step would not stay in the processor's cache."""
    size = np.abs(rows)
    near: Array = size * _TAIL_SLOPE
    near += _ONE
    np.divide(_ONE, near, out=near)
    tail: Array = near * _TAIL[4]
    for part in reversed(_TAIL[:4]):
        tail += part
        tail *= near
    bell = np.multiply(rows, np.float32(-0.5), out=near)
    bell *= rows
    tail *= np.exp(bell, out=bell)
    tail *= size
    return np.subtract(np.maximum(rows, _ZERO, out=size), tail, out=tail)


def softmax(scores: Array) -> Array:
    """Softmax over the last axis; overwrites its argument."""
    # exp of large scores overflows; shifting all by one number leaves their shares as they are.
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores


def split_heads(rows: Array, heads: int) -> Array:
    """(…, rows, width) → (…, heads, rows, width / heads)."""
    return rows.reshape(*rows.shape[:-1], heads, -1).swapaxes(-2, -3)


def join_heads(parts: Array) -> Array:
    """(…, heads, rows, width) → (…, rows, heads × width)."""
    rows = parts.swapaxes(-2, -3)
    return rows.reshape(*rows.shape[:-2], -1)
