"""Chance that falls the same way on every machine."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from random import Random
from typing import TypeVar

__all__ = ["Dice"]

T = TypeVar("T")


class Dice:
    """Uses only `Random.random`, the one method whose sequence Python promises to keep across versions."""

    def __init__(self, seed: int) -> None:
        self._next = Random(seed).random  # noqa: S311 - sample data, not secrets

    def below(self, end: int) -> int:
        return int(self._next() * end)

    def between(self, first: int, last: int) -> int:
        return first + self.below(last - first + 1)

    def chance(self, share: float) -> bool:
        return self._next() < share

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def pick_weighted(self, items: Sequence[tuple[T, int]]) -> T:
        point = self.below(sum(weight for _, weight in items))
        for item, weight in items:
            point -= weight
            if point < 0:
                return item
        raise ValueError("no item has a weight")

    def position(self, running_totals: Sequence[int], among: int | None = None) -> int:
        """Index of an item drawn by weight from a long list, given as running totals; of its first `among` items."""
        end = len(running_totals) if among is None else among
        return bisect_right(running_totals, self.below(running_totals[end - 1]), hi=end)

    def round(self, expected: float) -> int:
        """The whole number below or above, so that the average over many calls is `expected`."""
        return int(expected + self._next())
