"""Layers in which every piece, table, column and value looks at every other, told how the two stand to each other."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from answerable.kernel.light_dataclass import dataclass
from answerable.language.neural.layers import Array, LinearMap, Norm, gelu, join_heads, softmax, split_heads
from answerable.language.neural.weights import Weights

__all__ = ["RelatingLayer", "relating_layers"]


@dataclass(frozen=True, slots=True)
class RelatingLayer:
    norm: Norm
    qkv: LinearMap
    output: LinearMap
    last_norm: Norm
    feed_forward_in: LinearMap
    feed_forward_out: LinearMap
    biases: Array
    """Heads × relations: how much a relation draws attention."""
    values: Array
    """Relations × head width: what being so related tells."""

    def __call__(self, rows: Array, relations: npt.NDArray[np.int64]) -> Array:
        rows = rows + self.output(join_heads(self._attended(self.norm(rows), relations)))
        return rows + self.feed_forward_out(gelu(self.feed_forward_in(self.last_norm(rows))))

    def _attended(self, rows: Array, relations: npt.NDArray[np.int64]) -> Array:
        query, key, value = (split_heads(part, len(self.biases)) for part in np.split(self.qkv(rows), 3, axis=-1))
        scores = query @ key.swapaxes(-1, -2)
        scores *= np.float32(query.shape[-1] ** -0.5)
        scores += self.biases.take(relations, axis=1)
        looks = softmax(scores)
        told = looks.swapaxes(0, 1) @ self.values.take(relations, axis=0)
        return looks @ value + told.swapaxes(0, 1)


def relating_layers(weights: Weights) -> tuple[RelatingLayer, ...]:
    return tuple(_layer(weights, f"relating.{number}") for number in range(weights.count("relating")))


def _layer(weights: Weights, name: str) -> RelatingLayer:
    return RelatingLayer(
        weights.norm(f"{name}.norm1"),
        weights.linear(f"{name}.qkv"),
        weights.linear(f"{name}.output"),
        weights.norm(f"{name}.norm2"),
        weights.linear(f"{name}.widen"),
        weights.linear(f"{name}.narrow"),
        np.ascontiguousarray(weights.array(f"{name}.biases").T),
        weights.array(f"{name}.values"),
    )
