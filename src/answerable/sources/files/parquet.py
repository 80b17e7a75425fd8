"""Parquet, read by DuckDB with the types it declares."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from answerable.sources.value_spelling import literal, quote_name

if TYPE_CHECKING:
    import duckdb

    from answerable.sources.files.file_limits import FileLimits
    from answerable.sources.files.list_folder import DataFile

__all__ = ["load_parquet"]


def load_parquet(
    connection: duckdb.DuckDBPyConnection, file: DataFile, scratch: Path, taken: set[str], limits: FileLimits
) -> None:
    source = f"read_parquet({literal(file.path)})"
    limits.demand_columns(Path(file.path).name, len(connection.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()))
    connection.execute(f"CREATE OR REPLACE TABLE {quote_name(file.table)} AS SELECT * FROM {source}")
