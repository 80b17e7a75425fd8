"""Figures that are made of fewer values than the policy demands, and pairs of statements that tell one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import combinations

__all__ = ["LARGE", "KnownFigures", "rounded", "small_figures", "small_sums"]

LARGE = 1_000_000
"""Figures above it are made of hidden values: open ones are small."""
MOST = 400


def rounded(value: float | Decimal) -> str:
    return f"{abs(float(value)):.10e}"


def small_figures(columns: Iterable[list[Decimal]], minimum: int) -> set[str]:
    """What is made of fewer values than the policy demands, and what is left of all when so few are taken away."""
    made: set[str] = set()
    askable: set[str] = set()
    for values in columns:
        floats = [float(value) for value in values]
        total = sum(floats)
        askable |= {rounded(total), rounded(total / max(1, len(floats)))}
        for size in range(1, minimum):
            for group in combinations(floats, size):
                made.update(rounded(one) for one in _figures_of(group, total, len(floats)) if abs(one) > LARGE)
    return made - askable


def small_sums(columns: Iterable[list[Decimal]], minimum: int) -> set[str]:
    made: set[str] = set()
    for values in columns:
        for size in range(1, minimum):
            made.update(rounded(sum(group)) for group in combinations([float(value) for value in values], size))
    return made


def _figures_of(group: tuple[float, ...], total: float, count: int) -> Iterator[float]:
    whole, size = sum(group), len(group)
    yield whole
    yield total - whole
    if count > size:
        yield (total - whole) / (count - size)
    if size > 1:
        mean = whole / size
        yield mean
        squares = sum((value - mean) ** 2 for value in group)
        yield from (squares / size, squares / (size - 1), (squares / size) ** 0.5, (squares / (size - 1)) ** 0.5)


class KnownFigures:
    """Sums that statements of one round gave, for the sums of few that lie between two of them.

    The policy counts what one statement leaves out, not what a person has asked before (docs/policy.md, "What it does
    not do"), so such a pair is counted, and is no failure.
    """

    def __init__(self, columns: Iterable[list[Decimal]], minimum: int) -> None:
        self.small = small_sums(columns, minimum)
        self.figures: dict[float, str] = {}

    def note(self, figures: Iterable[float | Decimal], sql: str) -> None:
        for figure in figures:
            if len(self.figures) < MOST:
                self.figures.setdefault(float(figure), sql)

    def pairs(self) -> list[tuple[str, str]]:
        """Pairs of statements whose figures differ by the sum of fewer values than the policy demands."""
        found: dict[tuple[str, str], None] = {}
        for (one, first), (two, second) in combinations(self.figures.items(), 2):
            if first != second and rounded(one - two) in self.small:
                found[first, second] = None
        return list(found)
