"""The encoder: word pieces → one vector each that knows the pieces around it (BERT, fine-tuned with the rest)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from answerable.kernel.light_dataclass import dataclass
from answerable.language.neural.layers import Array, LinearMap, Norm, gelu, join_heads, softmax, split_heads
from answerable.language.neural.weights import Weights

__all__ = ["Encoder"]

_EPSILON = 1e-12
_BLOCK = 64
_AT_ONCE = 16
"""Names read together: enough to keep the matrix products busy, few enough for narrow blocks to pay."""


@dataclass(frozen=True, slots=True)
class _Layer:
    heads: int
    qkv: LinearMap
    output: LinearMap
    norm: Norm
    feed_forward_in: LinearMap
    feed_forward_out: LinearMap
    last_norm: Norm

    @classmethod
    def of(cls, weights: Weights, name: str) -> _Layer:
        return cls(
            weights.number("encoder.heads"),
            weights.linear(f"{name}.qkv", block=_BLOCK),
            weights.linear(f"{name}.output", block=_BLOCK),
            weights.norm(f"{name}.norm1", _EPSILON),
            weights.linear(f"{name}.widen", block=_BLOCK),
            weights.linear(f"{name}.narrow", block=_BLOCK),
            weights.norm(f"{name}.norm2", _EPSILON),
        )

    def __call__(self, rows: Array) -> Array:
        rows = self.norm(rows + self.output(self._attended(rows)))
        return self.last_norm(rows + self.feed_forward_out(gelu(self.feed_forward_in(rows))))

    def _attended(self, rows: Array) -> Array:
        query, key, value = (split_heads(part, self.heads) for part in np.split(self.qkv(rows), 3, axis=-1))
        scores = query @ key.swapaxes(-1, -2)
        scores *= np.float32(query.shape[-1] ** -0.5)
        return join_heads(softmax(scores) @ value)


class Encoder:
    def __init__(self, weights: Weights) -> None:
        self.words = weights.embedding("encoder.words")
        self._positions = weights.array("encoder.positions")
        self._norm = weights.norm("encoder.norm", _EPSILON)
        self._layers = tuple(_Layer.of(weights, f"encoder.{n}") for n in range(weights.count("encoder")))

    @property
    def width(self) -> int:
        return int(self._positions.shape[1])

    def __call__(self, pieces: Sequence[int] | Sequence[Sequence[int]]) -> Array:
        """Vectors of one text's pieces, or of several texts with equally many."""
        rows = self.words[pieces]
        rows = self._norm(rows + self._positions[: rows.shape[-2]])
        for layer in self._layers:
            rows = layer(rows)
        return rows

    def names(self, names: Sequence[Sequence[int]]) -> Array:
        """One vector a name: the mean of its pieces' vectors, first and last mark left out. Twins are read once."""
        result: dict[tuple[int, ...], Array] = {}
        for alike in _by_length(names):
            for start in range(0, len(alike), _AT_ONCE):
                some = alike[start : start + _AT_ONCE]
                result.update(zip(some, _means(self(some)[:, 1:-1]), strict=True))
        vectors = [result[tuple(name)] for name in names]
        return np.stack(vectors) if vectors else np.zeros((0, self.width), dtype=np.float32)


def _means(names: Array) -> Array:
    """A name without any piece is all zeros."""
    means: Array = names.sum(axis=1) / np.float32(max(1, names.shape[1]))
    return means


def _by_length(names: Sequence[Sequence[int]]) -> list[list[tuple[int, ...]]]:
    """Different names, those of one length together, so that nothing needs padding."""
    groups: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for name in dict.fromkeys(tuple(name) for name in names):
        groups[len(name)].append(name)
    return [groups[length] for length in sorted(groups)]
