"""The tables and columns of a schema as the network takes them: names, kinds, and how they stand to each other.

Tables come first, then columns, each in the schema's order; an item's number is its place in that row.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from answerable.kernel.schema import DatabaseSchema, ForeignKey, Kind, Table
from answerable.language.neural.relations import RELATION_IDS
from answerable.naming.trained_words import lemma, stem, words_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["COLUMN_KINDS", "SchemaItems"]

COLUMN_KINDS = ("text", "number", "time", "boolean", "table", "none")
"""The last but one is every table's, the last every word's and value's."""

_WORDY = re.compile(r"[^\W\d]{3}")
_MOST_COLUMNS = 60
_MOST_TABLES = 40


class SchemaItems:
    def __init__(self, schema: DatabaseSchema) -> None:
        self.schema = schema
        self.tables = schema.tables
        self.columns = tuple(schema.columns())
        self.first_column = len(self.tables)
        self.names = tuple(
            [words_of(table.name) for table in self.tables] + [words_of(column.name) for _, column in self.columns]
        )
        self.lemmas = tuple(tuple(lemma(word) for word in name.split()) for name in self.names)

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """Each item's place in COLUMN_KINDS."""
        kinds = [_kind(column.kind) for _, column in self.columns]
        return tuple(COLUMN_KINDS.index(kind) for kind in ["table"] * len(self.tables) + kinds)

    @cached_property
    def table_of(self) -> tuple[int, ...]:
        """Of each column, the number of its table."""
        return tuple(number for number, table in enumerate(self.tables) for _ in table.columns)

    @cached_property
    def by_word(self) -> dict[str, tuple[int, ...]]:
        result: dict[str, list[int]] = defaultdict(list)
        for number, words in enumerate(self.lemmas):
            for word in dict.fromkeys(words):
                result[word].append(number)
        return {word: tuple(numbers) for word, numbers in result.items()}

    @cached_property
    def by_stem(self) -> dict[str, frozenset[int]]:
        result: dict[str, set[int]] = defaultdict(set)
        for word, numbers in self.by_word.items():
            result[stem(word)].update(numbers)
        return {word: frozenset(numbers) for word, numbers in result.items()}

    @cached_property
    def keys(self) -> frozenset[int]:
        """Column items that tell rows apart or point to others."""
        return self.primary | {source for source, _ in self.references}

    @cached_property
    def primary(self) -> frozenset[int]:
        """Column items that are part of their table's key."""
        return frozenset(
            self.first_column + number
            for number, (table, column) in enumerate(self.columns)
            if column.name in table.primary_key
        )

    def holds_words(self, column: int) -> bool:
        """A text column that is known to hold other things than numbers."""
        own = self.columns[column - self.first_column][1]
        return own.kind is Kind.TEXT and any(_WORDY.search(value) for value in own.common_values)

    @cached_property
    def references(self) -> tuple[tuple[int, int], ...]:
        """Pairs of column items: one that points, and the one pointed to."""
        return tuple(pair for table in self.tables for key in table.foreign_keys for pair in self._pairs(table, key))

    @cached_property
    def _pointed_to(self) -> dict[int, frozenset[int]]:
        result: dict[int, set[int]] = defaultdict(set)
        for source, target in self.references:
            result[source].add(target)
        return {source: frozenset(targets) for source, targets in result.items()}

    def targets(self, column: int) -> frozenset[int]:
        """The column itself and those its keys point to."""
        return self._pointed_to.get(column, frozenset()) | {column}

    @cached_property
    def _numbers(self) -> dict[tuple[str, str], int]:
        return {
            (table.qualified.casefold(), column.name.casefold()): self.first_column + number
            for number, (table, column) in enumerate(self.columns)
        }

    def owner(self, item: int) -> int:
        """The table of a column; a table itself."""
        return item if item < self.first_column else self.table_of[item - self.first_column]

    @cached_property
    def tables_with(self) -> dict[tuple[str, ...], frozenset[int]]:
        """Of each name a column has: the tables that have one of that name."""
        result: dict[tuple[str, ...], set[int]] = defaultdict(set)
        for item in range(self.first_column, len(self.names)):
            result[self.lemmas[item]].add(self.owner(item))
        return {name: frozenset(tables) for name, tables in result.items()}

    @cached_property
    def near_tables(self) -> npt.NDArray[np.bool_]:
        """Tables × tables: joined by a key, either way."""
        import numpy as np

        result = np.zeros((len(self.tables), len(self.tables)), dtype=np.bool_)
        for source, target in self.references:
            one, other = self.owner(source), self.owner(target)
            result[one, other] = result[other, one] = one != other
        return result

    def _pairs(self, table: Table, key: ForeignKey) -> Iterable[tuple[int, int]]:
        target = self.schema.table(key.ref_table)
        for name, other in zip(key.columns, key.ref_columns, strict=False) if target else ():
            pair = (self._number(table, name), self._number(target, other))
            if pair[0] is not None and pair[1] is not None:
                yield pair[0], pair[1]

    def _number(self, table: Table | None, column: str) -> int | None:
        return self._numbers.get((table.qualified.casefold(), column.casefold())) if table else None

    def choose(self, words: frozenset[str], held: Iterable[int], wanted: Iterable[int] = ()) -> tuple[int, ...]:
        """The items to show for a question of these lemmas, with values in these columns; all of a small schema."""
        if len(self.columns) <= _MOST_COLUMNS and len(self.tables) <= _MOST_TABLES:
            return tuple(range(len(self.names)))
        scores = self._scores(words, held)
        kept = {*islice(self._best(scores, self.first_column, len(self.names)), _MOST_COLUMNS), *wanted}
        tables = {self.table_of[item - self.first_column] for item in kept if item >= self.first_column}
        named = (item for item in self._best(scores, 0, self.first_column) if item not in tables)
        return tuple(sorted(kept | tables | set(islice(named, max(0, _MOST_TABLES - len(tables))))))

    def _scores(self, words: frozenset[str], held: Iterable[int]) -> dict[int, float]:
        """Shared words count most, then words shared with the column's table, then a value that the column holds."""
        scores: dict[int, float] = defaultdict(float)
        for word in sorted(words):
            for item in self.by_word.get(word, ()):
                scores[item] += 2 / max(1, len(self.lemmas[item])) if item >= self.first_column else 1.5
        for table in [item for item in scores if item < self.first_column]:
            for item in self.columns_of[table]:
                scores[item] += scores[table] + (0.5 if item in self.primary else 0.0)
        for column in held:
            scores[self.first_column + column] += 1.5
        return scores

    @cached_property
    def columns_of(self) -> dict[int, list[int]]:
        """Of each table, its column items."""
        result: dict[int, list[int]] = defaultdict(list)
        for number, table in enumerate(self.table_of):
            result[table].append(self.first_column + number)
        return result

    @staticmethod
    def _best(scores: dict[int, float], first: int, end: int) -> Iterator[int]:
        """Items of a range: those with a score, best first, then the others in their order."""
        scored = [item for item, score in scores.items() if first <= item < end and score > 0]
        yield from sorted(sorted(scored), key=scores.__getitem__, reverse=True)
        yield from (item for item in range(first, end) if scores.get(item, 0.0) <= 0)

    def relations(self, chosen: tuple[int, ...]) -> npt.NDArray[np.int64]:
        """Of every two chosen items."""
        import numpy as np

        position = {item: at for at, item in enumerate(chosen)}
        tables = np.array([item < self.first_column for item in chosen])
        owner = np.array([self.owner(item) for item in chosen])
        names = {name: number for number, name in enumerate(dict.fromkeys(self.names[item] for item in chosen))}
        name = np.array([names[self.names[item]] for item in chosen])
        same = owner[:, None] == owner[None]
        of = RELATION_IDS
        result = np.where(
            tables[:, None],
            np.where(tables[None], of["tt"], np.where(same, of["tc_has"], of["tc"])),
            np.where(
                tables[None],
                np.where(same, of["ct_has"], of["ct"]),
                np.where(same, of["cc_same"], np.where(name[:, None] == name[None], of["cc_samename"], of["cc"])),
            ),
        )
        np.fill_diagonal(result, of["self"])
        self._mark_keys(result, position)
        return result

    def _mark_keys(self, result: npt.NDArray[np.int64], position: dict[int, int]) -> None:
        of = RELATION_IDS
        for item in sorted(self.primary):
            table = self.table_of[item - self.first_column]
            if item in position and table in position:
                result[position[table], position[item]] = of["tc_pk"]
                result[position[item], position[table]] = of["ct_pk"]
        for source, target in self.references:
            if source in position and target in position:
                result[position[source], position[target]] = of["cc_fk"]
                result[position[target], position[source]] = of["cc_fkr"]
            self._mark_tables(result, position, source, target)

    def _mark_tables(self, result: npt.NDArray[np.int64], position: dict[int, int], source: int, target: int) -> None:
        of = RELATION_IDS
        one, other = (position.get(self.owner(item)) for item in (source, target))
        if one is not None and other is not None and one != other:
            result[one, other] = of["tt_both"] if result[one, other] == of["tt_fkr"] else of["tt_fk"]
            result[other, one] = of["tt_both"] if result[one, other] == of["tt_both"] else of["tt_fkr"]
        if source in position and other is not None:
            result[position[source], other] = of["ct_ref"]
            result[other, position[source]] = of["tc_ref"]


def _kind(kind: Kind) -> str:
    if kind.is_number:
        return "number"
    if kind.is_date or kind is Kind.TIME:
        return "time"
    return "boolean" if kind is Kind.BOOLEAN else "text"
