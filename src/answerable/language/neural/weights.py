"""The file of the network's weights: large matrices in one byte a weight, everything else in float32.

A matrix of whole numbers `name` goes with `name.scale`, one factor a row: weight = number × its row's factor. Rows are
a linear map's outputs, or an embedding's entries.

The file is a table of contents (its length in eight bytes, then JSON: name → type, shape, offset) and the arrays as
they lie in memory, so that it can be mapped: nothing is unpacked, and of an embedding only the rows that are looked up
are ever read from disk.
"""

from __future__ import annotations

import hashlib
import json
import math
import mmap
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import IO

import numpy as np
import numpy.typing as npt

from answerable.kernel.light_dataclass import dataclass
from answerable.language.neural.layers import Array, Linear, LinearMap, Norm
from answerable.language.neural.quantised_linear import QuantisedLinear

__all__ = ["Embedding", "Weights", "load", "quantise", "read", "write"]

_FILE = "model.weights"
_LENGTH_BYTES = 8
_ALIGNMENT = 64
"""Arrays begin at multiples of it, as numpy's own do."""
_SCALE = ".scale"
_SMALLEST = 64
"""Matrices with fewer rows or columns stay as they are: little to save, much to lose."""
_LEVELS, _EMBEDDING_LEVELS = 127, 63
"""Steps from zero to a row's largest weight; embeddings, half of the file, are coarser: a wheel packs them better."""


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

    @property
    def fingerprint(self) -> str:
        """Of everything but the whole numbers: each training gives other factors, and they are a small part of all."""
        digest = hashlib.sha256()
        for name, array in self.arrays.items():
            if array.dtype != np.int8:
                digest.update(name.encode() + array.tobytes())
        return digest.hexdigest()

    def array(self, name: str) -> Array:
        stored, scales = self.arrays[name], self.arrays.get(name + _SCALE)
        if scales is None:
            return stored.astype(np.float32, copy=False)
        weights: Array = np.multiply(stored, scales.astype(np.float32, copy=False)[:, None], dtype=np.float32)
        return weights

    def number(self, name: str) -> int:
        return int(self.arrays[name].item())

    def count(self, family: str) -> int:
        """How many layers are called `family.0`, `family.1`, …"""
        inside = [
            name.removeprefix(f"{family}.").split(".")[0] for name in self.arrays if name.startswith(f"{family}.")
        ]
        return len({layer for layer in inside if layer.isdigit()})

    def linear(self, name: str, *, block: int | None = None) -> LinearMap:
        stored, scales = self.arrays[f"{name}.weight"], self.arrays.get(f"{name}.weight{_SCALE}")
        bias = self.array(f"{name}.bias")
        if scales is None:
            return Linear.of(stored.astype(np.float32, copy=False).T, bias, block=block)
        return QuantisedLinear(stored, scales, bias, block)

    def norm(self, name: str, epsilon: float = 1e-5) -> Norm:
        return Norm(self.array(f"{name}.weight"), self.array(f"{name}.bias"), epsilon)

    def embedding(self, name: str) -> Embedding:
        rows = self.arrays[name]
        return Embedding(rows, self.array(name + _SCALE) if name + _SCALE in self.arrays else _ones(rows))


def _ones(rows: npt.NDArray[np.generic]) -> Array:
    return np.ones(len(rows), dtype=np.float32)


def quantise(matrix: Array, levels: int) -> tuple[npt.NDArray[np.int8], Array]:
    """The nearest whole numbers within ±levels, and each row's factor; a row of zeros has the factor 1."""
    largest = np.abs(matrix).max(axis=1)
    scales = np.where(largest > 0, largest / np.float32(levels), np.float32(1)).astype(np.float32)
    return np.rint(matrix / scales[:, None]).astype(np.int8), scales


def write(arrays: Mapping[str, npt.NDArray[np.generic]], file: IO[bytes], *, embeddings: tuple[str, ...] = ()) -> None:
    """The same arrays give the same bytes, whatever their order."""
    packed: dict[str, npt.NDArray[np.generic]] = {}
    for name in sorted(arrays):
        packed.update(_packed(name, arrays[name], _EMBEDDING_LEVELS if name in embeddings else _LEVELS))
    contents, offset = {}, 0
    for name, array in packed.items():
        contents[name] = {"type": array.dtype.str, "shape": array.shape, "offset": offset}
        offset += _padded(array.nbytes)
    table = json.dumps(contents).encode("ascii")
    table += b" " * (_padded(_LENGTH_BYTES + len(table)) - _LENGTH_BYTES - len(table))
    file.write(len(table).to_bytes(_LENGTH_BYTES, "little") + table)
    for array in packed.values():
        file.write(array.tobytes().ljust(_padded(array.nbytes), b"\0"))


def _padded(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT


def _packed(name: str, array: npt.NDArray[np.generic], levels: int) -> dict[str, npt.NDArray[np.generic]]:
    if array.ndim != 2 or min(array.shape) < _SMALLEST:
        return {name: array}
    rows, scales = quantise(array.astype(np.float32, copy=False), levels)
    return {name: rows, name + _SCALE: scales}


def read(file: IO[bytes]) -> Weights:
    return _over(file.read())


def load() -> Weights:
    """The weights that ship with the package."""
    with (
        resources.as_file(resources.files("answerable.language.neural").joinpath(_FILE)) as path,
        path.open("rb") as file,
    ):
        return _over(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def _over(data: bytes | mmap.mmap) -> Weights:
    """Arrays that look into `data` and keep it open for as long as one of them is used."""
    start = _LENGTH_BYTES + int.from_bytes(data[:_LENGTH_BYTES], "little")
    contents = json.loads(data[_LENGTH_BYTES:start])
    return Weights({name: _view(data, start, **entry) for name, entry in contents.items()})


def _view(
    data: bytes | mmap.mmap, start: int, *, type: str, shape: Sequence[int], offset: int
) -> npt.NDArray[np.generic]:
    count = math.prod(shape)
    return np.frombuffer(data, dtype=type, count=count, offset=start + offset).reshape(shape)
