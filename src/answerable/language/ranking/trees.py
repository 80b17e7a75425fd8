"""Boosted trees, run from plain arrays: many small questions about a row of numbers; the answers add up to a score."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Trees", "shipped"]


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
        tree, row = np.arange(len(self.value)), np.arange(len(numbers))[:, None]
        node = np.zeros((len(numbers), len(self.value)), dtype=np.int64)
        for _ in range(self.depth):
            at_most = numbers[row, self.sign[tree, node]] <= self.threshold[tree, node]
            node = np.where(at_most, self.below[tree, node], self.above[tree, node])
        scores: npt.NDArray[np.float64] = self.value[tree, node].sum(axis=1)
        return scores


@cache
def shipped(name: str) -> Trees:
    """`order` puts readings in order; `sure` says how sure the first one is."""
    with resources.files("answerable.language.ranking").joinpath("trees.npz").open("rb") as file:
        arrays = np.load(file, allow_pickle=False)
        own = {key.removeprefix(f"{name}."): arrays[key] for key in arrays.files if key.startswith(f"{name}.")}
    signs = tuple(str(sign) for sign in own["signs"])
    return Trees(
        signs, own["sign"], own["threshold"], own["below"], own["above"], own["value"], depth=int(own["depth"])
    )
