"""The file of the network's weights: large matrices in one byte a weight, everything else in float32.

A matrix of whole numbers `name` goes with `name.scale`, one factor a row: weight = number × its row's factor. Rows are
a linear map's outputs, or an embedding's entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import IO

import numpy as np
import numpy.typing as npt

from answerable.language.reader.layers import Array, Linear, Norm

__all__ = ["Embedding", "Weights", "load", "quantised", "read", "write"]

_FILE = "model.npz"
_SCALE = ".scale"
_SMALLEST = 64
"""Matrices with fewer rows or columns stay as they are: little to save, much to lose."""
_LEVELS, _EMBEDDING_LEVELS = 127, 63
"""Steps from zero to a row's largest weight; embeddings, half of the file, are coarser so that they compress better."""


@dataclass(frozen=True, slots=True)
class Embedding:
    """Rows that stay as stored, in one byte a weight, until they are looked up."""

    rows: npt.NDArray[np.generic]
    scales: Array

    def __getitem__(self, entries: npt.ArrayLike) -> Array:
        wanted = np.asarray(entries, dtype=np.intp)
        return self.rows[wanted].astype(np.float32) * self.scales[wanted][..., None]


@dataclass(frozen=True, slots=True)
class Weights:
    arrays: Mapping[str, npt.NDArray[np.generic]]

    def array(self, name: str) -> Array:
        stored = self.arrays[name].astype(np.float32, copy=False)
        scales = self.arrays.get(name + _SCALE)
        return stored if scales is None else stored * scales.astype(np.float32, copy=False)[:, None]

    def number(self, name: str) -> int:
        return int(self.arrays[name].item())

    def count(self, family: str) -> int:
        """How many layers are called `family.0`, `family.1`, …"""
        inside = [
            name.removeprefix(f"{family}.").split(".")[0] for name in self.arrays if name.startswith(f"{family}.")
        ]
        return len({layer for layer in inside if layer.isdigit()})

    def linear(self, name: str, *, block: int | None = None) -> Linear:
        return Linear.of(self.array(f"{name}.weight").T, self.array(f"{name}.bias"), block=block)

    def norm(self, name: str, epsilon: float = 1e-5) -> Norm:
        return Norm(self.array(f"{name}.weight"), self.array(f"{name}.bias"), epsilon)

    def embedding(self, name: str) -> Embedding:
        rows = self.arrays[name]
        return Embedding(rows, self.array(name + _SCALE) if name + _SCALE in self.arrays else _ones(rows))


def _ones(rows: npt.NDArray[np.generic]) -> Array:
    return np.ones(len(rows), dtype=np.float32)


def quantised(matrix: Array, levels: int) -> tuple[npt.NDArray[np.int8], Array]:
    """The nearest whole numbers within ±levels, and each row's factor; a row of zeros has the factor 1."""
    largest = np.abs(matrix).max(axis=1)
    scales = np.where(largest > 0, largest / np.float32(levels), np.float32(1)).astype(np.float32)
    return np.rint(matrix / scales[:, None]).astype(np.int8), scales


def write(arrays: Mapping[str, npt.NDArray[np.generic]], file: IO[bytes], *, embeddings: tuple[str, ...] = ()) -> None:
    """The same arrays give the same bytes, whatever their order."""
    packed: dict[str, npt.NDArray[np.generic]] = {}
    for name in sorted(arrays):
        packed.update(_packed(name, arrays[name], _EMBEDDING_LEVELS if name in embeddings else _LEVELS))
    np.savez_compressed(file, allow_pickle=False, **packed)


def _packed(name: str, array: npt.NDArray[np.generic], levels: int) -> dict[str, npt.NDArray[np.generic]]:
    if array.ndim != 2 or min(array.shape) < _SMALLEST:
        return {name: array}
    rows, scales = quantised(array.astype(np.float32, copy=False), levels)
    return {name: rows, name + _SCALE: scales}


def read(file: IO[bytes]) -> Weights:
    with np.load(file, allow_pickle=False) as packed:
        return Weights({name: packed[name] for name in packed.files})


def load() -> Weights:
    """The weights that ship with the package."""
    with resources.files("answerable.language.reader").joinpath(_FILE).open("rb") as file:
        return read(file)
