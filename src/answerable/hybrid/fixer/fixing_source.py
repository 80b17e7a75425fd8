"""What the fixer knows of a source: its schema, what that means, and the ways from table to table."""

from __future__ import annotations

from functools import cached_property

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Column, DatabaseSchema, Table
from answerable.language.business.relationship_paths import RelationshipPaths
from answerable.naming.identifiers import identifier_lemmas
from answerable.semantics import CodeDecoding, FlagColumn, SemanticModel, StatusColumn
from answerable.semantics.semantic_labels import SemanticLabels

__all__ = ["FixingSource", "lemmas_of"]


def lemmas_of(name: str) -> frozenset[str]:
    return frozenset(identifier_lemmas(name))


@dataclass(frozen=True)
class FixingSource:
    schema: DatabaseSchema
    model: SemanticModel

    @cached_property
    def labels(self) -> SemanticLabels:
        return SemanticLabels(self.model)

    @cached_property
    def paths(self) -> RelationshipPaths:
        return RelationshipPaths(self.model)

    @cached_property
    def _flags(self) -> dict[tuple[str, str], FlagColumn]:
        return {(one.table, one.column): one for one in self.model.flags}

    @cached_property
    def _statuses(self) -> dict[tuple[str, str], StatusColumn]:
        return {(one.table, one.column): one for one in self.model.statuses}

    @cached_property
    def _decodings(self) -> dict[tuple[str, str], CodeDecoding]:
        return {(one.table, one.column): one for one in self.model.decodings}

    def flag(self, table: str, column: str) -> FlagColumn | None:
        return self._flags.get((table, column))

    def status(self, table: str, column: str) -> StatusColumn | None:
        return self._statuses.get((table, column))

    def decoding(self, table: str, column: str) -> CodeDecoding | None:
        return self._decodings.get((table, column))

    def names_of(self, table: Table) -> list[frozenset[str]]:
        """What the table is called: its own name, and what a row of it is."""
        entity = self.model.entity(table.qualified)
        said = [table.name, entity.noun, entity.native] if entity else [table.name]
        return [words for name in said if (words := lemmas_of(name))]

    def names_of_column(self, table: Table, column: Column) -> list[frozenset[str]]:
        said = (column.name, self.labels.column(table.qualified, column.name))
        return [words for name in dict.fromkeys(said) if (words := lemmas_of(name))]
