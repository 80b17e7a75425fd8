"""JSON and JSON Lines, read by DuckDB; the whole file decides the types."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from answerable.kernel.errors import BadSource
from answerable.kernel.messages import msg
from answerable.sources.files.encoding import as_utf8
from answerable.sources.value_spelling import literal, quote_name

if TYPE_CHECKING:
    import duckdb

    from answerable.sources.files.file_limits import FileLimits
    from answerable.sources.files.list_folder import DataFile

__all__ = ["load_json"]

_LARGEST_OBJECT = 64 << 20


def load_json(
    connection: duckdb.DuckDBPyConnection, file: DataFile, scratch: Path, taken: set[str], limits: FileLimits
) -> None:
    path = as_utf8(Path(file.path), scratch)
    if not file.size:
        raise BadSource(msg("sources.file_empty", file=path.name), hint=msg("sources.give_an_object"))
    source = f"read_json({literal(str(path))}, sample_size = -1, maximum_object_size = {_LARGEST_OBJECT})"
    described = connection.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()
    limits.demand_columns(path.name, len(described))
    connection.execute(f"CREATE OR REPLACE TABLE {quote_name(file.table)} AS SELECT * FROM {source}")
