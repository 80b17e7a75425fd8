"""What the columns of one name are for, by the semantic model: measures, dates, keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema
    from answerable.semantics import SemanticModel

__all__ = ["ColumnKinds"]

_ORDERED_DIMENSIONS = frozenset({"year", "number"})


class ColumnKinds:
    """By bare names: a name that is a measure in one table counts as one in all."""

    def __init__(self, schema: DatabaseSchema, model: SemanticModel) -> None:
        measures = {one.column for one in model.measures} | {
            column for derived in model.derived for _, column in derived.parts
        }
        keys = {name for entity in model.entities for name in entity.key}
        keys |= {name for one in model.relationships for name in one.columns}
        self._measures = {name.casefold() for name in measures}
        self._keys = {name.casefold() for name in keys - measures}
        ordered = {one.column for one in model.dates} | {
            one.column for one in model.dimensions if one.kind in _ORDERED_DIMENSIONS
        }
        self._dates = {one.column.casefold() for one in model.dates}
        known = {column.name.casefold() for _, column in schema.columns()}
        self._ordered = self._measures | {name.casefold() for name in ordered}
        self._known = known

    def is_measure(self, name: str) -> bool:
        return name in self._measures or name not in self._known

    def is_key(self, name: str) -> bool:
        return name in self._keys

    def is_date(self, name: str) -> bool:
        return name in self._dates

    def is_ordered(self, name: str) -> bool:
        """Has a largest and a smallest that mean something; names of the query's own may."""
        return name in self._ordered or name not in self._known
