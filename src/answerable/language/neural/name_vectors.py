"""The network's vectors of a schema's names: made once a name, and kept in a file for the processes after this one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from answerable.language.neural.wordpiece import WordPieces

if TYPE_CHECKING:
    from answerable.kernel.cache_folder import CacheFolder
    from answerable.language.neural.layers import Array
    from answerable.language.neural.network import Network

__all__ = ["NameVectors"]

_LONGEST_NAME = 16
_WRITTEN_AS = "1"
"""Changes with the way in which a name is turned into a vector."""
_MOST_KEPT = 4_000
"""Names in a file: six megabytes."""


class NameVectors:
    def __init__(
        self, network: Network, pieces: WordPieces, names: Sequence[str], files: CacheFolder | None = None
    ) -> None:
        """`names` are all of the schema; without `files` nothing is kept."""
        self._network = network
        self._pieces = pieces
        self._names = names
        self._files = files

    def of(self, names: Sequence[str]) -> Array:
        """A row for each name."""
        new = [name for name in dict.fromkeys(names) if name not in self._vectors]
        if new:
            pieces = [self._pieces.encode(name, most=_LONGEST_NAME).ids for name in new]
            self._vectors.update(zip(new, self._network.encode_names(pieces), strict=True))
            self._keep()
        return np.stack([self._vectors[name] for name in names])

    @cached_property
    def _vectors(self) -> dict[str, Array]:
        packed = self._files.get(self._file) if self._files else None
        return {} if packed is None else _unpacked(packed, self._network.encoder.width)

    def _keep(self) -> None:
        if self._files and len(self._vectors) <= _MOST_KEPT:
            self._files.put(self._file, _packed(self._vectors))

    @cached_property
    def _file(self) -> str:
        """Named by all that the vectors are made from."""
        made_from = (_WRITTEN_AS, self._network.fingerprint, *dict.fromkeys(self._names))
        return f"{hashlib.sha256(json.dumps(made_from).encode()).hexdigest()[:32]}.vectors"


def _packed(vectors: dict[str, Array]) -> bytes:
    """One line with the names, then the rows as they lie in memory."""
    return json.dumps(list(vectors)).encode() + b"\n" + np.stack(list(vectors.values())).tobytes()


def _unpacked(packed: bytes, width: int) -> dict[str, Array]:
    """Nothing where `_packed` did not make it."""
    line, _, rows = packed.partition(b"\n")
    try:
        names: list[str] = json.loads(line)
        if not isinstance(names, list):
            return {}
        return dict(zip(names, np.frombuffer(rows, dtype=np.float32).reshape(len(names), width), strict=True))
    except (ValueError, TypeError):
        return {}
