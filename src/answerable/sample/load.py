"""The shop inside a database that is already there: through any DB-API connection, quickly."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from answerable.sample.arrow import arrow_table
from answerable.sample.layout import LAYOUT, TableSpec, ddl
from answerable.sample.shop import Rows, tables

__all__ = ["insert_into"]

_BATCH = 5_000


def insert_into(connection: Any, dialect: str) -> None:
    """Make and fill the tables over an open connection of psycopg, PyMySQL, duckdb or sqlite3, and commit.

    `dialect` is postgres, mysql (MariaDB too), duckdb or sqlite."""
    cursor = connection.cursor()
    for statement in ddl(dialect):
        cursor.execute(statement)
    fill = {"postgres": _copy, "duckdb": _from_arrow, "sqlite": _insert_text}.get(dialect, _insert)
    for table in LAYOUT:
        fill(cursor, table, tables()[table.name])
    connection.commit()


def _copy(cursor: Any, table: TableSpec, rows: Rows) -> None:
    with cursor.copy(f"COPY {table.name} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def _from_arrow(cursor: Any, table: TableSpec, rows: Rows) -> None:
    cursor.register("sample_rows", arrow_table(table, rows))
    cursor.execute(f"INSERT INTO {table.name} SELECT * FROM sample_rows")
    cursor.unregister("sample_rows")


def _insert(cursor: Any, table: TableSpec, rows: Rows) -> None:
    statement = f"INSERT INTO {table.name} VALUES ({', '.join(['%s'] * len(table.columns))})"
    for start in range(0, len(rows), _BATCH):
        cursor.executemany(statement, rows[start : start + _BATCH])


def _insert_text(cursor: Any, table: TableSpec, rows: Rows) -> None:
    marks = ", ".join("?" * len(table.columns))
    cursor.executemany(f"INSERT INTO {table.name} VALUES ({marks})", ([*map(_as_sqlite, row)] for row in rows))


def _as_sqlite(value: object) -> object:
    """SQLite has no dates and no exact decimals: dates go in as ISO text, money takes the column's affinity."""
    return str(value) if isinstance(value, date | Decimal) else value
