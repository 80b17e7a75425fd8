"""The known text values of a schema, found by the words of a question, even where these are mistyped.

Arizonna   →   the cells `Arizona`, 93 % alike
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from math import ceil
from typing import NamedTuple

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import DatabaseSchema
from answerable.naming.nearest import edit_distance, most_similar
from answerable.naming.trained_words import normal

__all__ = ["Cell", "Near", "ValueIndex"]

_ALIKE = 86.0
_FEWEST_LETTERS = 5
"""Shorter phrases are one mistake away from too many words."""
_LONGEST = 150
_MOST_COMPARED = 5_000
"""Phrases one phrase is compared with: a bound for schemas whose cells all look alike."""


class Cell(NamedTuple):
    column: int
    """Place in `schema.columns()`."""
    text: str
    """As the database holds it, case and spaces kept."""


@dataclass(frozen=True, slots=True)
class Near:
    similarity: float
    """Percent; 100 is the same phrase."""
    cells: tuple[Cell, ...]


class _Alike(NamedTuple):
    phrase: str
    similarity: float


class ValueIndex:
    """Made once a schema. Only phrases that begin alike and are about as long are ever compared."""

    def __init__(self, schema: DatabaseSchema) -> None:
        self._cells: dict[str, list[Cell]] = defaultdict(list)
        for number, (_, column) in enumerate(schema.columns()):
            for value in column.common_values:
                if phrase := normal(value):
                    self._cells[phrase].append(Cell(number, value))

    def exact(self, words: Iterable[str]) -> tuple[Cell, ...]:
        """Cells that read as these words, whatever their case; in the order of the schema, most frequent first."""
        return tuple(self._cells.get(normal(" ".join(words)), ()))

    def near(self, phrase: str, limit: int) -> tuple[Near, ...]:
        """At most `limit` phrases of cells that differ by a typing error, most alike first."""
        wanted = normal(phrase)
        if len(wanted) > _LONGEST or sum(map(str.isalpha, wanted)) < _FEWEST_LETTERS:
            return ()
        return tuple(Near(alike.similarity, tuple(self._cells[alike.phrase])) for alike in self._alike(wanted)[:limit])

    def _alike(self, wanted: str) -> list[_Alike]:
        """Digits are no typing errors: suite 101 is not suite 102."""
        choices = list(islice(self._comparable(wanted), _MOST_COMPARED))
        result = most_similar(wanted, choices, _ALIKE).items()
        similarities = {known: similarity for known, similarity in result if _digits(known) == _digits(wanted)}
        return _most_alike_first(wanted, similarities)

    def _comparable(self, wanted: str) -> Iterator[str]:
        for length in _lengths(len(wanted)):
            for corner in _corners(wanted):
                yield from self._by_shape.get((length, corner), ())

    @cached_property
    def _by_shape(self) -> dict[_Shape, list[str]]:
        result: dict[_Shape, list[str]] = defaultdict(list)
        for phrase in self._cells:
            for corner in _corners(phrase):
                result[len(phrase), corner].append(phrase)
        return dict(result)


_Shape = tuple[int, str]
"""Length and a corner."""


def _corners(phrase: str) -> tuple[str, str]:
    """The first character with the second, and with the last: one typing error spares one of the two."""
    return phrase[:2], f"{phrase[0]}…{phrase[-1]}"


def _lengths(length: int) -> list[int]:
    """Lengths a phrase may have to be alike enough, nearest first; a letter only one of two has counts against it."""
    share = _ALIKE / (200 - _ALIKE)
    possible = range(ceil(length * share), int(length / share) + 1)
    return sorted(possible, key=lambda other: abs(other - length))


def _most_alike_first(wanted: str, similarities: dict[str, float]) -> list[_Alike]:
    """Of phrases equally alike, the one that two letters changing places would explain, then by the alphabet."""
    ranked = sorted((-similarity, edit_distance(wanted, known), known) for known, similarity in similarities.items())
    return [_Alike(known, -negative) for negative, _, known in ranked]


def _digits(phrase: str) -> str:
    return "".join(filter(str.isdigit, phrase))
