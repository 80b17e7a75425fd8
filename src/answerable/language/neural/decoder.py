"""The decoder: one more token for each line of a beam, from the tokens so far and from what was read.

Keys and values of earlier tokens are cached, so that a step costs the same work however long the line is.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from answerable.kernel.light_dataclass import dataclass
from answerable.language.neural.layers import Array, Linear, LinearMap, Norm, gelu, softmax, split_heads
from answerable.language.neural.weights import Weights

__all__ = ["CrossAttentionCache", "Decoder", "KeyValueCache"]

_BLOCK = 64


@dataclass(frozen=True, slots=True)
class KeyValueCache:
    """Keys and values of one layer: of the tokens so far (lines × heads × tokens × width)."""

    keys: Array
    values: Array

    def reorder(self, lines: Sequence[int]) -> KeyValueCache:
        return KeyValueCache(self.keys.take(lines, axis=0), self.values.take(lines, axis=0))

    def extend(self, keys: Array, values: Array) -> KeyValueCache:
        return KeyValueCache(np.concatenate((self.keys, keys), axis=2), np.concatenate((self.values, values), axis=2))


@dataclass(frozen=True, slots=True)
class CrossAttentionCache:
    """Keys (heads × width × things) and values (heads × things × width) of one layer: of what was read."""

    keys: Array
    values: Array


@dataclass(frozen=True, slots=True)
class _Layer:
    heads: int
    norm: Norm
    qkv: LinearMap
    output: LinearMap
    cross_norm: Norm
    cross_query: LinearMap
    cross_keys: LinearMap
    cross_output: LinearMap
    last_norm: Norm
    feed_forward_in: LinearMap
    feed_forward_out: LinearMap

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

    def cross_attention_cache(self, things: Array) -> CrossAttentionCache:
        keys, values = (split_heads(part, self.heads) for part in np.split(self.cross_keys(things), 2, axis=-1))
        scale = np.float32(keys.shape[-1] ** -0.5)
        return CrossAttentionCache(np.ascontiguousarray(keys.swapaxes(-1, -2) * scale), np.ascontiguousarray(values))

    def step(
        self, rows: Array, cached: KeyValueCache, cross_attention: CrossAttentionCache
    ) -> tuple[Array, KeyValueCache]:
        attended, cached = self._self_attention(self.norm(rows), cached)
        rows = rows + self.output(attended)
        rows = rows + self.cross_output(self._cross_attention(self.cross_norm(rows), cross_attention))
        return rows + self.feed_forward_out(gelu(self.feed_forward_in(self.last_norm(rows)))), cached

    def _self_attention(self, rows: Array, cached: KeyValueCache) -> tuple[Array, KeyValueCache]:
        """Each line looks at its own tokens, the newest among them."""
        apart = self.qkv(rows).reshape(len(rows), 3, self.heads, 1, -1)
        cached = cached.extend(apart[:, 1], apart[:, 2])
        scores = apart[:, 0] @ cached.keys.swapaxes(-1, -2)
        scores *= np.float32(apart.shape[-1] ** -0.5)
        return (softmax(scores) @ cached.values).reshape(len(rows), -1), cached

    def _cross_attention(self, rows: Array, cross_attention: CrossAttentionCache) -> Array:
        scores = split_heads(self.cross_query(rows), self.heads) @ cross_attention.keys
        attended = softmax(scores) @ cross_attention.values
        return attended.swapaxes(0, 1).reshape(len(rows), -1)


class Decoder:
    def __init__(self, weights: Weights) -> None:
        self._layers = tuple(_Layer.of(weights, f"decoder.{n}") for n in range(weights.count("decoder")))
        self._norm = weights.norm("decoder.norm")

    def cross_attention_cache(self, things: Array) -> tuple[CrossAttentionCache, ...]:
        return tuple(layer.cross_attention_cache(things) for layer in self._layers)

    def start(self) -> tuple[KeyValueCache, ...]:
        """One line that has no token yet."""
        return tuple(self._nothing(layer) for layer in self._layers)

    def _nothing(self, layer: _Layer) -> KeyValueCache:
        none = np.zeros((1, layer.heads, 0, len(layer.norm.gain) // layer.heads), dtype=np.float32)
        return KeyValueCache(none, none)

    def step(
        self, rows: Array, cached: Sequence[KeyValueCache], cross_attention: Sequence[CrossAttentionCache]
    ) -> tuple[Array, tuple[KeyValueCache, ...]]:
        """`rows`: each line's newest token as a vector."""
        after = []
        for layer, own, read in zip(self._layers, cached, cross_attention, strict=True):
            rows, longer = layer.step(rows, own, read)
            after.append(longer)
        return self._norm(rows), tuple(after)
