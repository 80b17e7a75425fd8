"""Schemas as values, made from a few rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from answerable.kernel.schema import Cell, Column, DatabaseSchema, ForeignKey, Kind, Table

__all__ = ["schema_of", "table_of"]


def table_of(
    name: str,
    columns: Mapping[str, Sequence[Cell]],
    key: tuple[str, ...] = (),
    foreign_keys: tuple[ForeignKey, ...] = (),
    kinds: Mapping[str, Kind] | None = None,
    is_view: bool = False,
) -> Table:
    """All rows are there; a column's kind is told by its values unless `kinds` says it."""
    made = tuple(_column(column, tuple(cells), (kinds or {}).get(column)) for column, cells in columns.items())
    rows = max((len(cells) for cells in columns.values()), default=0)
    return Table(
        name,
        made,
        is_view=is_view,
        primary_key=key,
        foreign_keys=foreign_keys,
        row_estimate=rows,
        cells_are_all=rows > 0 and not is_view,
    )


def _column(name: str, cells: tuple[Cell, ...], kind: Kind | None) -> Column:
    known = [cell for cell in cells if cell is not None]
    if kind is None:
        kind = Kind.TEXT if not known or isinstance(known[0], str) else _number_kind(known)
    column = Column(name, kind.value.upper(), kind, cells=cells)
    if kind is not Kind.TEXT:
        return column
    values = tuple(dict.fromkeys(str(cell) for cell in known))
    return replace(column, common_values=values, distinct_estimate=len(values))


def _number_kind(cells: Sequence[Cell]) -> Kind:
    return Kind.INTEGER if all(isinstance(cell, int) for cell in cells) else Kind.FLOAT


def schema_of(*tables: Table, dialect: str = "sqlite") -> DatabaseSchema:
    return DatabaseSchema(dialect, tables)
