"""A column of the schema, by its table and name."""

from __future__ import annotations

from answerable.kernel.light_dataclass import dataclass

__all__ = ["ColumnRef"]


@dataclass(frozen=True, slots=True)
class ColumnRef:
    table: str
    """`Table.qualified`."""
    name: str

    def __str__(self) -> str:
        return f"{self.table}.{self.name}"
