"""The stage that joins: the cheapest way over foreign keys, declared or inferred, from one table to others."""

from __future__ import annotations

import heapq
from collections import defaultdict
from functools import cached_property

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import DatabaseSchema, ForeignKey
from answerable.naming.identifiers import identifier_lemmas
from answerable.naming.inflection import stem
from answerable.naming.word_files import word_file

__all__ = ["Join", "JoinGraph"]

_WORDS = word_file("answerable.language.linking")
_AWAY = _WORDS.words("away")
_THERE = _WORDS.words("there")
_DIRECTIONS = {
    **dict.fromkeys(map(stem, ("from", "start", "begin", "leave", "depart")), _AWAY),
    **dict.fromkeys(map(stem, ("to", "end", "arrive", "reach", "land")), _THERE),
}
"""By the stem of what the question says."""
_SHORT = (3, 4)
"""Letters of what may be an abbreviation: `dst`, `dest`."""
_TO_PARENT, _TO_CHILD, _INFERRED = 1.0, 1.05, 0.1


@dataclass(frozen=True, slots=True, order=True)
class Join:
    """One step: from a table already there to `table`."""

    left: str
    table: str
    pairs: tuple[tuple[str, str], ...]
    """Columns of `left` and of `table` that must be equal."""
    multiplies: bool
    """True when one row of `left` may meet several of `table`."""
    inferred: bool = False
    rivals: int = 0
    """How many other keys join the same two tables and fit the question as well."""
    optional: bool = False
    """Rows of `left` without any of `table` stay."""


class JoinGraph:
    """The foreign keys of a schema as steps in both directions."""

    def __init__(self, schema: DatabaseSchema) -> None:
        self._schema = schema

    @cached_property
    def _steps(self) -> dict[str, dict[str, tuple[Join, ...]]]:
        result: dict[str, dict[str, tuple[Join, ...]]] = defaultdict(dict)
        for table in self._schema.tables:
            for key in table.foreign_keys:
                parent = self._schema.table(key.ref_table)
                if parent is None or len(key.columns) != len(key.ref_columns):
                    continue
                for step in _both_ways(table.qualified, parent.qualified, key):
                    result[step.left][step.table] = (*result[step.left].get(step.table, ()), step)
        return result

    def parents(self, table: str) -> tuple[str, ...]:
        """Tables whose rows this one's rows point to."""
        steps = self._steps.get(table, {})
        return tuple(other for other, result in steps.items() if any(not step.multiplies for step in result))

    def path(self, start: str, goal: str, hints: frozenset[str] = frozenset()) -> tuple[Join, ...] | None:
        """The cheapest steps from `start` to `goal`; () when they are the same, None when there is no way."""
        return self._search({start}, {goal}, hints)

    def nearest(self, starts: set[str], goal: str, hints: frozenset[str] = frozenset()) -> tuple[Join, ...] | None:
        """The cheapest steps to `goal` from any of the tables already there."""
        return self._search(starts, {goal}, hints)

    def tree(
        self, root: str, tables: tuple[str, ...], hints: frozenset[str] = frozenset(), given: tuple[Join, ...] = ()
    ) -> tuple[Join, ...] | None:
        """Steps that bring all `tables` to `root`, each reusing what is already joined; `given` ones come first."""
        joined, steps = {root, *(step.table for step in given)}, list(given)
        for table in tables:
            path = self._search(joined, {table}, hints)
            if path is None:
                return None
            steps.extend(path)
            joined.update(step.table for step in path)
        return tuple(steps)

    def spanning(self, tables: tuple[str, ...], hints: frozenset[str] = frozenset()) -> tuple[Join, ...] | None:
        """Steps that bring all other `tables` to the first, whichever is nearest to those already joined first."""
        joined, steps = {tables[0]}, list[Join]()
        # A Steiner tree by its usual approximation: add the nearest missing table until all are joined.
        while missing := set(tables) - joined:
            path = self._search(joined, missing, hints)
            if path is None:
                return None
            steps.extend(path)
            joined.update(step.table for step in path)
        return tuple(steps)

    def _search(self, starts: set[str], goals: set[str], hints: frozenset[str]) -> tuple[Join, ...] | None:
        # Dijkstra from all joined tables at once; sorted starts make ties fall the same way every time.
        queue: list[tuple[float, str, tuple[Join, ...]]] = [(0.0, start, ()) for start in sorted(starts)]
        heapq.heapify(queue)
        done: set[str] = set()
        while queue:
            cost, table, path = heapq.heappop(queue)
            if table in goals:
                return path
            if table in done:
                continue
            done.add(table)
            for other, steps in self._steps.get(table, {}).items():
                if other not in done and other not in starts and other != table:
                    step = _fitting(steps, hints)
                    heapq.heappush(queue, (cost + _cost(step), other, (*path, step)))
        return None


def _both_ways(child: str, parent: str, key: ForeignKey) -> tuple[Join, Join]:
    down = tuple(zip(key.ref_columns, key.columns, strict=True))
    up = tuple(zip(key.columns, key.ref_columns, strict=True))
    return Join(child, parent, up, False, key.inferred), Join(parent, child, down, True, key.inferred)


def _cost(step: Join) -> float:
    return (_TO_CHILD if step.multiplies else _TO_PARENT) + (_INFERRED if step.inferred else 0.0)


def _fitting(steps: tuple[Join, ...], hints: frozenset[str]) -> Join:
    """Of several keys between two tables, the one whose column shares most words with the question."""
    if len(steps) == 1:
        return steps[0]
    scored = [(_overlap(step, hints), step) for step in steps]
    best = max(score for score, _ in scored)
    equal = [step for score, step in scored if score == best]
    first = equal[0]
    return Join(first.left, first.table, first.pairs, first.multiplies, first.inferred, rivals=len(equal) - 1)


def _overlap(step: Join, hints: frozenset[str]) -> float:
    """Words shared; one that may stand for a word of the question, in short, counts half."""
    names = [column for pair in step.pairs for column in pair]
    words = {stem(word) for name in names for word in identifier_lemmas(name)}
    said = {word for hint in hints for word in (*_DIRECTIONS.get(stem(hint), ()), hint)}
    shared = words & {stem(word) for word in said}
    return len(shared) + sum(any(_is_short_for(word, one) for one in said) for word in words - shared) / 2


def _is_short_for(short: str, word: str) -> bool:
    """`dst` for destination: it begins alike, and its letters come in this order."""
    if not _SHORT[0] <= len(short) <= _SHORT[1] or len(word) < len(short) + 2 or short[0] != word[0]:
        return False
    letters = iter(word)
    return all(letter in letters for letter in short)
