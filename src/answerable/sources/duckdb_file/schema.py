"""The schema of a DuckDB file, from its own catalogue functions."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Table
from answerable.sources.column_kinds import kind_of
from answerable.sources.engine import Progress
from answerable.sources.statistics import Budget, with_statistics

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

__all__ = ["read_schema", "rows_of"]

_TABLES = """
SELECT schema_name, table_name, false, comment, estimated_size, NULL FROM duckdb_tables()
WHERE database_name = current_database() AND NOT internal
UNION ALL
SELECT schema_name, view_name, true, comment, NULL, sql FROM duckdb_views()
WHERE database_name = current_database() AND NOT internal
ORDER BY 1, 2
"""
_COLUMNS = """
SELECT schema_name, table_name, column_name, data_type, is_nullable, column_default, comment,
       CASE WHEN is_generated THEN coalesce(generation_expression, '') END
FROM duckdb_columns()
WHERE database_name = current_database() AND NOT internal ORDER BY schema_name, table_name, column_index
"""
_KEYS = """
SELECT schema_name, table_name, constraint_type, constraint_column_names, referenced_table, referenced_column_names
FROM duckdb_constraints()
WHERE database_name = current_database() AND constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY')
ORDER BY schema_name, table_name, constraint_index
"""
_MAIN = "main"

_Place = tuple[str, str]


def read_schema(connection: duckdb.DuckDBPyConnection, progress: Progress) -> DatabaseSchema:
    columns = _grouped(connection, _COLUMNS)
    keys = _grouped(connection, _KEYS)
    listed = rows_of(connection, _TABLES)
    budget = Budget()
    tables = []
    for number, (namespace, name, is_view, comment, rows, definition) in enumerate(listed):
        progress("Reading tables and columns", number / len(listed))
        place = (namespace, name)
        table = Table(
            name=name,
            columns=tuple(_column(*row) for row in columns[place]),
            namespace=_namespace(namespace),
            is_view=is_view,
            primary_key=_primary_key(keys[place]),
            foreign_keys=_foreign_keys(namespace, keys[place]),
            comment=comment,
            row_estimate=rows,
            definition=definition,
        )
        tables.append(with_statistics(table, lambda sql: rows_of(connection, sql), budget))
    return DatabaseSchema("duckdb", tuple(tables))


def _grouped(connection: duckdb.DuckDBPyConnection, sql: str) -> dict[_Place, list[tuple[Any, ...]]]:
    grouped: dict[_Place, list[tuple[Any, ...]]] = defaultdict(list)
    for namespace, table, *rest in rows_of(connection, sql):
        grouped[namespace, table].append(tuple(rest))
    return grouped


def rows_of(connection: duckdb.DuckDBPyConnection, sql: str) -> list[tuple[Any, ...]]:
    """By way of Arrow: the driver's own rows need another library for times with zones."""
    table = connection.sql(sql).to_arrow_table()
    return list(zip(*map(_values, table.columns), strict=True))


def _values(column: pa.ChunkedArray) -> list[Any]:
    """What Python cannot hold, moments of far years and infinity, is nothing; of nanoseconds the microseconds stay."""
    import pyarrow as pa

    if pa.types.is_timestamp(column.type) and column.type.unit == "ns":
        column = column.cast(pa.timestamp("us", column.type.tz), safe=False)
    try:
        return list(column.to_pylist())
    except (ValueError, OverflowError):
        return [_value(scalar) for scalar in column]


def _value(scalar: pa.Scalar) -> Any:
    try:
        return scalar.as_py()
    except (ValueError, OverflowError):
        return None


def _namespace(name: str) -> str | None:
    return None if name == _MAIN else name


def _column(
    name: str, data_type: str, nullable: bool, default: str | None, comment: str | None, generated: str | None
) -> Column:
    """DuckDB calls the expression of a generated column its default too."""
    return Column(
        name,
        data_type,
        kind_of(data_type),
        nullable=nullable,
        default=default if generated is None else None,
        comment=comment,
        generated_from=generated,
    )


def _primary_key(keys: list[tuple[Any, ...]]) -> tuple[str, ...]:
    return next((tuple(columns) for kind, columns, *_ in keys if kind == "PRIMARY KEY"), ())


def _foreign_keys(namespace: str, keys: list[tuple[Any, ...]]) -> tuple[ForeignKey, ...]:
    """DuckDB's foreign keys stay within one schema."""
    place = f"{namespace}." if _namespace(namespace) else ""
    return tuple(
        ForeignKey(tuple(columns), f"{place}{target}", tuple(targets))
        for kind, columns, target, targets in keys
        if kind == "FOREIGN KEY"
    )
