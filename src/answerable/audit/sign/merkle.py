"""RFC 6962's Merkle tree over the lines of a log: one root for all entries, and short proofs that one is among them.

A leaf is the line's bytes without the line end. Hashes of leaves and of nodes begin with different bytes, so that
neither can be taken for the other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import field

from answerable.kernel.light_dataclass import dataclass

__all__ = [
    "EMPTY_ROOT",
    "Frontier",
    "inclusion_proof",
    "inclusion_proofs",
    "leaf_hash",
    "node_hash",
    "verify_inclusion",
]

EMPTY_ROOT = hashlib.sha256(b"").digest()

_Range = tuple[int, int]
"""The leaves below a node: the first, and the one after the last."""


def leaf_hash(line: bytes) -> bytes:
    """Of one entry's line, without its line end."""
    return hashlib.sha256(b"\x00" + line).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


@dataclass(slots=True)
class Frontier:
    """A tree that grows by a leaf at a time and remembers only its peaks: the roots of its complete subtrees, the
    largest first. There is one for every bit that is set in `size`."""

    size: int = 0
    peaks: list[bytes] = field(default_factory=list)

    def append(self, leaf: bytes) -> None:
        size, peaks = self.size, self.peaks
        while size & 1:
            leaf = node_hash(peaks.pop(), leaf)
            size >>= 1
        peaks.append(leaf)
        self.size += 1

    def extend(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            self.append(leaf_hash(line))

    @property
    def root(self) -> bytes:
        return _folded(self.peaks) if self.peaks else EMPTY_ROOT

    def to_json(self) -> list[str]:
        return [peak.hex() for peak in self.peaks]

    @classmethod
    def from_json(cls, size: int, peaks: Sequence[str]) -> Frontier:
        """Raises ValueError where these cannot be the peaks of a tree of that size."""
        found = [bytes.fromhex(peak) for peak in peaks]
        if size < 0 or len(found) != size.bit_count() or any(len(peak) != 32 for peak in found):
            raise ValueError("the peaks do not belong to a tree of that size")
        return cls(size, found)


def _folded(peaks: Sequence[bytes]) -> bytes:
    root = peaks[-1]
    for peak in reversed(peaks[:-1]):
        root = node_hash(peak, root)
    return root


def inclusion_proof(leaves: Iterable[bytes], index: int, size: int) -> list[bytes]:
    """The hashes beside the way from leaf `index` up to the root of the first `size` leaves, from below."""
    return inclusion_proofs(leaves, [index], size)[index]


def inclusion_proofs(leaves: Iterable[bytes], indexes: Collection[int], size: int) -> dict[int, list[bytes]]:
    """A proof for each of `indexes` by one pass over the leaves; what is kept grows with the proofs alone."""
    if not all(0 <= index < size for index in indexes):
        raise ValueError("a leaf outside the tree has no proof")
    ways = {index: _way(index, size) for index in indexes}
    wanted = {beside for way in ways.values() for beside in way}
    found = _nodes(leaves, size, wanted)
    return {index: [found[beside] for beside in way] for index, way in ways.items()}


def _way(index: int, size: int) -> list[_Range]:
    """What lies beside the way from the leaf to the root, from below."""
    start, end = 0, size
    way: list[_Range] = []
    while end - start > 1:
        middle = start + (1 << (end - start - 1).bit_length() - 1)
        if index < middle:
            way.append((middle, end))
            end = middle
        else:
            way.append((start, middle))
            start = middle
    return way[::-1]


def _nodes(leaves: Iterable[bytes], size: int, wanted: Collection[_Range]) -> dict[_Range, bytes]:
    found: dict[_Range, bytes] = {}
    stack: list[tuple[_Range, bytes]] = []

    def keep(span: _Range, value: bytes) -> tuple[_Range, bytes]:
        if span in wanted:
            found[span] = value
        return span, value

    def join(right: tuple[_Range, bytes]) -> tuple[_Range, bytes]:
        span, value = stack.pop()
        return keep((span[0], right[0][1]), node_hash(value, right[1]))

    for index, leaf in zip(range(size), leaves, strict=False):
        node = keep((index, index + 1), leaf)
        while stack and stack[-1][0][1] - stack[-1][0][0] == node[0][1] - node[0][0]:
            node = join(node)
        stack.append(node)
    if not stack or stack[-1][0][1] != size:
        raise ValueError("there are fewer leaves than the tree has")
    node = stack.pop()
    while stack:
        node = join(node)
    return found


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether `leaf` (its hash) stands at `index` of the tree with that size and root."""
    if not 0 <= index < size:
        return False
    way = _way(index, size)
    if len(way) != len(proof):
        return False
    value = leaf
    for (start, _), beside in zip(way, proof, strict=True):
        value = node_hash(value, beside) if index < start else node_hash(beside, value)
    return value == root
