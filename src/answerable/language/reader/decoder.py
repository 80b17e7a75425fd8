"""The decoder: one more token for each line of a beam, from the tokens so far and from what was read.

Keys and values of earlier tokens are kept, so that a step costs the same work however long the line is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from answerable.language.reader.layers import Array, Linear, Norm, gelu, normalised_exp, split_heads
from answerable.language.reader.weights import Weights

__all__ = ["Decoder", "Kept", "Looked"]

_BLOCK = 64


@dataclass(frozen=True, slots=True)
class Kept:
    """Keys and values of one layer: of the tokens so far (lines × heads × tokens × width)."""

    keys: Array
    values: Array

    def reordered(self, lines: Sequence[int]) -> Kept:
        return Kept(self.keys.take(lines, axis=0), self.values.take(lines, axis=0))

    def extended(self, keys: Array, values: Array) -> Kept:
        return Kept(np.concatenate((self.keys, keys), axis=2), np.concatenate((self.values, values), axis=2))


@dataclass(frozen=True, slots=True)
class Looked:
    """Keys (heads × width × things) and values (heads × things × width) of one layer: of what was read."""

    keys: Array
    values: Array


@dataclass(frozen=True, slots=True)
class _Layer:
    heads: int
    norm: Norm
    qkv: Linear
    output: Linear
    look_norm: Norm
    look_query: Linear
    look_keys: Linear
    look_output: Linear
    last_norm: Norm
    widen: Linear
    narrow: Linear

    @classmethod
    def of(cls, weights: Weights, name: str) -> _Layer:
        look, bias = weights.array(f"{name}.look.qkv.weight").T, weights.array(f"{name}.look.qkv.bias")
        width = len(look)
        return cls(
            weights.number("decoder.heads"),
            weights.norm(f"{name}.norm1"),
            weights.linear(f"{name}.self.qkv", block=_BLOCK),
            weights.linear(f"{name}.self.output", block=_BLOCK),
            weights.norm(f"{name}.norm2"),
            Linear.of(look[:, :width], bias[:width], block=_BLOCK),
            Linear.of(look[:, width:], bias[width:]),
            weights.linear(f"{name}.look.output", block=_BLOCK),
            weights.norm(f"{name}.norm3"),
            weights.linear(f"{name}.widen", block=_BLOCK),
            weights.linear(f"{name}.narrow", block=_BLOCK),
        )

    def looked(self, things: Array) -> Looked:
        keys, values = (split_heads(part, self.heads) for part in np.split(self.look_keys(things), 2, axis=-1))
        scale = np.float32(keys.shape[-1] ** -0.5)
        return Looked(np.ascontiguousarray(keys.swapaxes(-1, -2) * scale), np.ascontiguousarray(values))

    def step(self, rows: Array, kept: Kept, looked: Looked) -> tuple[Array, Kept]:
        said, kept = self._said(self.norm(rows), kept)
        rows = rows + self.output(said)
        rows = rows + self.look_output(self._seen(self.look_norm(rows), looked))
        return rows + self.narrow(gelu(self.widen(self.last_norm(rows)))), kept

    def _said(self, rows: Array, kept: Kept) -> tuple[Array, Kept]:
        """Each line looks at its own tokens, the newest among them."""
        apart = self.qkv(rows).reshape(len(rows), 3, self.heads, 1, -1)
        kept = kept.extended(apart[:, 1], apart[:, 2])
        scores = apart[:, 0] @ kept.keys.swapaxes(-1, -2)
        scores *= np.float32(apart.shape[-1] ** -0.5)
        return (normalised_exp(scores) @ kept.values).reshape(len(rows), -1), kept

    def _seen(self, rows: Array, looked: Looked) -> Array:
        scores = split_heads(self.look_query(rows), self.heads) @ looked.keys
        seen = normalised_exp(scores) @ looked.values
        return seen.swapaxes(0, 1).reshape(len(rows), -1)


class Decoder:
    def __init__(self, weights: Weights) -> None:
        self._layers = tuple(_Layer.of(weights, f"decoder.{n}") for n in range(weights.count("decoder")))
        self._norm = weights.norm("decoder.norm")

    def looked(self, things: Array) -> tuple[Looked, ...]:
        return tuple(layer.looked(things) for layer in self._layers)

    def start(self) -> tuple[Kept, ...]:
        """One line that has no token yet."""
        return tuple(self._nothing(layer) for layer in self._layers)

    def _nothing(self, layer: _Layer) -> Kept:
        none = np.zeros((1, layer.heads, 0, len(layer.norm.gain) // layer.heads), dtype=np.float32)
        return Kept(none, none)

    def step(self, rows: Array, kept: Sequence[Kept], looked: Sequence[Looked]) -> tuple[Array, tuple[Kept, ...]]:
        """`rows`: each line's newest token as a vector."""
        after = []
        for layer, own, read in zip(self._layers, kept, looked, strict=True):
            rows, longer = layer.step(rows, own, read)
            after.append(longer)
        return self._norm(rows), tuple(after)
