"""Names by which an engine gives a row's own number, which may be the value of a column.

SQLite's `rowid`, `oid` and `_rowid_` are the INTEGER PRIMARY KEY where there is one; MariaDB's `_rowid` is the key of
one integer column. DuckDB's `rowid` and PostgreSQL's `ctid` are places in a file and tell nothing of a column, but of
the rows that lie before.
"""

from __future__ import annotations

from answerable.guard.resolve.catalog import KnownTable

__all__ = ["columns_meant", "is_place", "is_row_id"]

_ROW_IDS = {"sqlite": frozenset({"rowid", "oid", "_rowid_"}), "mysql": frozenset({"_rowid"})}
_PLACES = {"sqlite": _ROW_IDS["sqlite"], "duckdb": frozenset({"rowid"})}
_BY_UNIQUE_COLUMN = frozenset({"mysql"})
_NONE: frozenset[str] = frozenset()


def is_row_id(name: str, dialect: str) -> bool:
    """`name` as the dialect compares it."""
    return name in _ROW_IDS.get(dialect, _NONE)


def is_place(name: str, table: KnownTable, dialect: str) -> bool:
    """Whether it counts the rows as they are stored, those among them that nobody may see."""
    return name in _PLACES.get(dialect, _NONE) and not (dialect in _ROW_IDS and columns_meant(table, dialect))


def columns_meant(table: KnownTable, dialect: str) -> frozenset[str]:
    """Columns of a base table whose value the row id may be.

    A schema that tells no keys leaves it open; then it may be any column that is not known to hold something else
    than integers. MariaDB takes another unique column where there is no primary key."""
    if table.primary:
        return frozenset(key for key in table.primary if len(table.primary) == 1 and _may_be_integer(table, key))
    if table.facts and dialect not in _BY_UNIQUE_COLUMN:
        return _NONE
    return frozenset(key for key in table.columns if _may_be_integer(table, key))


def _may_be_integer(table: KnownTable, key: str) -> bool:
    spelled = table.columns[key].strip().upper() if key in table.columns else ""
    return not spelled or "INT" in spelled
