"""Which columns of a table identify its rows, and which repeat: from keys and from what was counted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from answerable.guard.resolve.identifiers import IdentifierKind, fold_name
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import DatabaseSchema, Table

__all__ = ["KeyFacts", "key_facts"]


@dataclass(frozen=True, slots=True)
class KeyFacts:
    """All names are as the dialect compares them."""

    unique: tuple[frozenset[str], ...] = ()
    """Sets of columns that identify a row: the primary key, what foreign keys point to, columns counted as distinct."""
    repeating: tuple[frozenset[str], ...] = ()
    """Sets of columns that several rows share: foreign keys, and columns counted to have fewer values than rows."""


def key_facts(schema: DatabaseSchema, dialect: str) -> dict[str, KeyFacts]:
    """By `Table.qualified`."""
    pointed_to: defaultdict[str, set[frozenset[str]]] = defaultdict(set)
    for table in schema.tables:
        for key in table.foreign_keys:
            pointed_to[key.ref_table].add(_names(key.ref_columns, dialect))
    return {table.qualified: _facts(table, pointed_to[table.qualified], dialect) for table in schema.tables}


def _facts(table: Table, pointed_to: set[frozenset[str]], dialect: str) -> KeyFacts:
    primary = {_names(table.primary_key, dialect)} if table.primary_key else set()
    unique = primary | pointed_to | set(_counted(table, dialect, distinct=True))
    repeating = {_names(key.columns, dialect) for key in table.foreign_keys} | set(
        _counted(table, dialect, distinct=False)
    )
    return KeyFacts(tuple(unique), tuple(repeating - unique))


def _counted(table: Table, dialect: str, *, distinct: bool) -> Iterator[frozenset[str]]:
    """Columns of which as many values were seen as there are rows, or fewer than half as many.

    Between the two lies what an estimate may get wrong."""
    rows = table.row_estimate
    if not rows or rows < 2:
        return
    for column in table.columns:
        seen = column.distinct_estimate
        if seen is not None and (seen >= rows if distinct else seen * 2 <= rows):
            yield _names((column.name,), dialect)


def _names(columns: tuple[str, ...], dialect: str) -> frozenset[str]:
    return frozenset(fold_name(name, dialect, True, IdentifierKind.COLUMN) for name in columns)
