"""A few rows of a table: the query for them, and its values as plain cells."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Cell, Column, Kind, Table
from answerable.sources.value_spelling import literal, quote_name

__all__ = ["LONGEST_CELL", "Pick", "Spelling", "few_rows_query", "plain_cell"]

LONGEST_CELL = 60
"""Characters of a text that are kept."""
_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d{1,3})?")
_LARGEST = 2**63
_UNTRIED = (Kind.BINARY, Kind.NESTED)


@dataclass(frozen=True, slots=True)
class Pick:
    """Which rows: the first ones, or the first of those whose column holds one of some values."""

    count: int
    column: str = ""
    among: tuple[int | str, ...] = ()
    """Nothing but values that were read from the source before."""
    is_range: bool = False
    """Instead of rows: the least and the greatest value of `column`, which has an index."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """How an engine writes what a query for a few rows needs."""

    text: str
    """The beginning of a column's text, `{name}` and `{length}` to be filled in."""
    quote_name: Callable[[str], str] = quote_name
    literal: Callable[[str], str] = literal
    truth: str = "{name}"
    """A column of truth as 1 and 0, or as the driver's own."""
    cuts_numbers: bool = False
    """True where a column of numbers may hold texts."""

    def spell_column(self, column: Column) -> str:
        if column.kind in _UNTRIED:
            return "NULL"
        name = self.quote_name(column.name)
        if self.cuts_numbers or not (column.kind.is_number or column.kind is Kind.BOOLEAN):
            return self.text.format(name=name, length=LONGEST_CELL)
        return self.truth.format(name=name) if column.kind is Kind.BOOLEAN else name

    def value(self, value: int | str) -> str:
        return self.literal(value) if isinstance(value, str) else str(int(value))


def few_rows_query(table: Table, pick: Pick, spelling: Spelling) -> str:
    """In the engine's natural order, which is that of the primary key or of insertion: any other would be a sort."""
    source = ".".join(spelling.quote_name(name) for name in (table.namespace, table.name) if name)
    if pick.is_range:
        key = spelling.quote_name(pick.column)
        # In one query of its own each: engines read either end off the index.
        return f"SELECT (SELECT MIN({key}) FROM {source}), (SELECT MAX({key}) FROM {source})"
    shown = ", ".join(spelling.spell_column(column) for column in table.columns)
    values = ", ".join(map(spelling.value, pick.among))
    where = f" WHERE {spelling.quote_name(pick.column)} IN ({values})" if values else ""
    return f"SELECT {shown} FROM {source}{where} LIMIT {pick.count:d}"


def plain_cell(value: object, kind: Kind) -> Cell:
    """Some drivers give numbers as texts, so that nothing of them is lost."""
    match value:
        case str() if (kind.is_number or kind is Kind.BOOLEAN) and _NUMBER.fullmatch(value):
            return _number(Decimal(value))
        case None | bool():
            return None if value is None else int(value)
        case str():
            return _well_formed(value[:LONGEST_CELL])
        case int() | float() | Decimal():
            return _number(value)
        case date() | datetime() | time():
            return str(value)
        case _:
            return None


def _well_formed(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def _number(value: int | float | Decimal) -> Cell:
    """Whole numbers are whole in every engine; what no number of SQLite can be is left out."""
    if not math.isfinite(value):
        return None
    whole = int(value)
    return whole if whole == value and abs(whole) < _LARGEST else float(value)
