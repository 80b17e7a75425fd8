"""What people call tables and columns, by the semantic model."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from answerable.kernel.light_dataclass import dataclass
from answerable.naming.identifiers import identifier_words
from answerable.naming.inflection import plural
from answerable.semantics.semantic_model import BusinessMeasure, DateRole, DerivedMeasure, FlagColumn, SemanticModel

__all__ = ["SemanticLabels"]

_ID_WORDS = frozenset({"id", "no", "nr", "code", "key", "cd"})
_TELLS_A_TIME = frozenset({"date", "time", "since", "day", "month", "year", "timestamp"})


@dataclass(frozen=True)
class SemanticLabels:
    """Labels are lower-case nouns in the singular, in the words of the source."""

    model: SemanticModel

    def noun(self, table: str) -> str:
        entity = self.model.entity(table)
        return entity.noun if entity and entity.noun else " ".join(identifier_words(table.split(".")[-1]))

    def rows(self, table: str) -> str:
        """The noun in the plural."""
        entity = self.model.entity(table)
        return entity.plural if entity and entity.plural else plural(self.noun(table))

    def column(self, table: str, column: str) -> str:
        key = (table, column)
        if measure := self.measure(table, column):
            return measure.label
        if day := self.date(table, column):
            return date_label(day)
        return self._labels.get(key) or self._roles.get(key) or _spoken(column)

    def group(self, table: str, column: str, base: str = "") -> str:
        """What rows are grouped or looked up by: a row's name stands for the row; a label that several tables have is
        said with its noun."""
        if self.names_row(table, column):
            return self.noun(table)
        label, noun = self.column(table, column), self.noun(table)
        is_shared = self._label_counts[label] > 1 and table != base and not set(noun.split()) & set(label.split())
        return f"{noun} {label}" if is_shared else label

    def names_row(self, table: str, column: str) -> bool:
        """True for the one column that shows a row to a person."""
        entity = self.model.entity(table)
        return entity is not None and entity.display == (column,)

    def is_part_of_name(self, table: str, column: str) -> bool:
        entity = self.model.entity(table)
        return entity is not None and column in entity.display

    def is_place(self, table: str, column: str) -> bool:
        return (table, column) in self._places

    def role(self, table: str, columns: tuple[str, ...]) -> str:
        """What the row pointed to is to this one; nothing where no relationship goes through these columns."""
        found = (one.role for one in self.model.relationships_of(table) if one.columns == columns)
        return next(found, "")

    def measure(self, table: str, column: str) -> BusinessMeasure | None:
        return self._measures.get((table, column))

    def derived(self, table: str, kind: str) -> DerivedMeasure | None:
        return next((one for one in self.model.derived_of(table) if one.kind == kind), None)

    def date(self, table: str, column: str) -> DateRole | None:
        return self._dates.get((table, column))

    def flag(self, table: str, column: str) -> FlagColumn | None:
        return self._flags.get((table, column))

    def is_measured_elsewhere(self, label: str, table: str) -> bool:
        """True where another table has a measure of that name."""
        measured = [(one.label, one.table) for one in self.model.measures]
        measured += [(one.label, one.table) for one in self.model.derived]
        return any(name == label and other != table for name, other in measured)

    @cached_property
    def tables(self) -> dict[str, str]:
        """The model's names of tables, by the same in lower case."""
        return {entity.table.casefold(): entity.table for entity in self.model.entities}

    @cached_property
    def _measures(self) -> dict[tuple[str, str], BusinessMeasure]:
        return {(one.table, one.column): one for one in self.model.measures}

    @cached_property
    def _dates(self) -> dict[tuple[str, str], DateRole]:
        return {(one.table, one.column): one for one in self.model.dates}

    @cached_property
    def _flags(self) -> dict[tuple[str, str], FlagColumn]:
        return {(one.table, one.column): one for one in self.model.flags}

    @cached_property
    def _labels(self) -> dict[tuple[str, str], str]:
        flags = {(one.table, one.column): one.label for one in self.model.flags}
        statuses = {(one.table, one.column): one.label for one in self.model.statuses}
        return flags | statuses | {(one.table, one.column): one.label for one in self.model.dimensions}

    @cached_property
    def _roles(self) -> dict[tuple[str, str], str]:
        return {(one.table, one.columns[0]): one.role for one in self.model.relationships if len(one.columns) == 1}

    @cached_property
    def _places(self) -> frozenset[tuple[str, str]]:
        return frozenset((one.table, one.column) for one in self.model.dimensions if one.kind == "place")

    @cached_property
    def _label_counts(self) -> Counter[str]:
        return Counter(one.label for one in self.model.dimensions)


def date_label(day: DateRole) -> str:
    """`order` as "order date"; "member since" stays."""
    words = day.label.split()
    return day.label if not words or words[-1] in _TELLS_A_TIME else f"{day.label} date"


def _spoken(column: str) -> str:
    words = identifier_words(column.split("|")[0])
    kept = [word for word in words if word not in _ID_WORDS] or words
    return " ".join(kept)
