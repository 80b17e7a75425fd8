"""Boosted trees, run from plain arrays: many small questions about a row of numbers; the answers add up to a score."""

from __future__ import annotations

from functools import cache, cached_property
from importlib import resources
from typing import IO, TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from answerable.kernel.light_dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Trees", "read_trees", "shipped_trees"]


@dataclass(frozen=True)
class Trees:
    """Trees × nodes, padded; a node without children points to itself."""

    signs: tuple[str, ...]
    """What the numbers of a row are, in order; what a row does not tell is 0."""
    sign: npt.NDArray[np.int16]
    threshold: npt.NDArray[np.float64]
    below: npt.NDArray[np.int16]
    """The next node where the number is at most the threshold."""
    above: npt.NDArray[np.int16]
    value: npt.NDArray[np.float64]
    depth: int

    def scores(self, rows: Sequence[Mapping[str, float]]) -> npt.NDArray[np.float64]:
        numbers = np.array([[row.get(sign, 0.0) for sign in self.signs] for row in rows], dtype=np.float64)
        first = np.arange(len(numbers))[:, None] * len(self.signs)
        node = np.broadcast_to(self._roots.T, (len(numbers), len(self._roots)))
        for _ in range(self.depth):
            at_most = numbers.take(first + self.sign.take(node)) <= self.threshold.take(node)
            node = self._next.take(2 * node + at_most)
        scores: npt.NDArray[np.float64] = self.value.take(node).sum(axis=1)
        return scores

    @cached_property
    def _roots(self) -> npt.NDArray[np.int64]:
        """Of each tree, its first node's number when the nodes of all trees are counted through."""
        roots: npt.NDArray[np.int64] = np.arange(len(self.value))[:, None] * self.value.shape[1]
        return roots

    @cached_property
    def _next(self) -> npt.NDArray[np.int64]:
        """Of each node, counted through: where it leads above its threshold, then where it leads otherwise."""
        return np.stack((self.above + self._roots, self.below + self._roots), axis=2)


@cache
def shipped_trees(name: str) -> Trees:
    """`order_…` puts readings in order; `sure_…` says how sure the first one is. Each was fitted twice: for readings
    that were `tried`, and for those that could not be (`untried`)."""
    with resources.files("answerable.language.ranking").joinpath("trees.npz").open("rb") as file:
        return read_trees(file, name)


def read_trees(file: IO[bytes], name: str) -> Trees:
    """The trees of this name, of several in one file."""
    arrays = np.load(file, allow_pickle=False)
    own = {key.removeprefix(f"{name}."): arrays[key] for key in arrays.files if key.startswith(f"{name}.")}
    signs = tuple(str(sign) for sign in own["signs"])
    return Trees(
        signs, own["sign"], own["threshold"], own["below"], own["above"], own["value"], depth=int(own["depth"])
    )
