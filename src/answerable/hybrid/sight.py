"""What a language model may be told of a source: names, meaning, and as much of its data as the project allows."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from answerable.hybrid.fixer import FixingSource
from answerable.hybrid.fixer.fixing_source import lemmas_of
from answerable.kernel.knowledge import NOTHING_KNOWN, Known
from answerable.kernel.light_dataclass import dataclass
from answerable.language.sample_runs import SampleRuns
from answerable.naming.inflection import stem

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema, Table
    from answerable.semantics import SemanticModel

__all__ = ["Sees", "Sight"]

Sees = Literal["schema", "values", "rows"]


@dataclass(frozen=True)
class Sight:
    """Made once for a source as one policy lets it be told. Threads may share it."""

    schema: DatabaseSchema
    """Only what may be read and told."""
    model: SemanticModel
    known: Known = NOTHING_KNOWN
    sees: Sees = "schema"
    is_blind: bool = False
    """Names and values leave the machine as neutral tokens."""
    fixing: FixingSource = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "fixing", FixingSource(self.schema, self.model))

    @cached_property
    def sample_runs(self) -> SampleRuns:
        return SampleRuns(self.schema)

    @cached_property
    def stems_of_tables(self) -> dict[str, frozenset[str]]:
        """By table, the words that speak of it: its names, its columns' names, the verbs of what happens there."""
        verbs: dict[str, set[str]] = defaultdict(set)
        for event in self.model.events:
            verbs[event.table].update(event.verbs)
        return {table.qualified: self._stems(table, verbs[table.qualified]) for table in self.schema.tables}

    @cached_property
    def stems_of_names(self) -> dict[str, frozenset[str]]:
        """By table, the words that name the table itself."""
        return {
            table.qualified: frozenset(stem(word) for name in self.fixing.names_of(table) for word in name)
            for table in self.schema.tables
        }

    @cached_property
    def tables_of_values(self) -> dict[str, list[str]]:
        """Short values in lower case → the tables that have them."""
        found: dict[str, list[str]] = defaultdict(list)
        for table, column in self.schema.columns():
            for value in column.common_values[:300]:
                if table.qualified not in found[value.casefold()]:
                    found[value.casefold()].append(table.qualified)
        return found

    def _stems(self, table: Table, verbs: set[str]) -> frozenset[str]:
        names = [name for column in table.columns for name in self.fixing.names_of_column(table, column)]
        words = {word for name in names for word in name} | {word for verb in verbs for word in lemmas_of(verb)}
        return self.stems_of_names[table.qualified] | {stem(word) for word in words}
