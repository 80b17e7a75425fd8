"""CSV and TSV: found out what shape it has, then read by DuckDB as text, then given types."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.kernel.errors import BadSource
from answerable.kernel.messages import msg
from answerable.sources.files.column_types import typed_columns
from answerable.sources.files.csv_shape import CsvShape, column_names, detect_shape, widest
from answerable.sources.files.encoding import as_utf8
from answerable.sources.value_spelling import literal, quote_name

if TYPE_CHECKING:
    import duckdb

    from answerable.sources.files.file_limits import FileLimits
    from answerable.sources.files.list_folder import DataFile

__all__ = ["load_csv"]

_LONG_LINE = 2 << 20
_LONGEST_LINE = 16 << 20
"""DuckDB holds several buffers of many times this length."""
_PIECE = 1 << 20


def load_csv(
    connection: duckdb.DuckDBPyConnection, file: DataFile, scratch: Path, taken: set[str], limits: FileLimits
) -> None:
    import duckdb

    path = as_utf8(Path(file.path), scratch)
    _demand_lines(path)
    shape = detect_shape(path)
    limits.demand_columns(path.name, len(shape.names), is_all=False)
    try:
        _create(connection, file.table, path, shape)
    except duckdb.Error:
        # A line longer than the first ones, odd quoting, a line end inside quotes where threads met: slower, but goes.
        width = widest(path, shape.delimiter)
        limits.demand_columns(path.name, width)
        wide = column_names([*shape.names, *[""] * (width - len(shape.names))])
        _create(connection, file.table, path, replace(shape, names=wide), patient=True)


def _create(
    connection: duckdb.DuckDBPyConnection, table: str, path: Path, shape: CsvShape, *, patient: bool = False
) -> None:
    source = _source(path, shape, patient)
    comma = shape.delimiter != ","
    columns = typed_columns(connection, source, shape.names, shape.sample, decimal_comma=comma)
    connection.execute(f"CREATE OR REPLACE TABLE {quote_name(table)} AS SELECT {', '.join(columns)} FROM {source}")


def _source(path: Path, shape: CsvShape, patient: bool) -> str:
    names = ", ".join(f"{literal(name)}: 'VARCHAR'" for name in shape.names)
    return (
        f"read_csv({literal(str(path))}, auto_detect = false, delim = {literal(shape.delimiter)}, "
        f"quote = '\"', escape = '\"', "
        f"header = {shape.has_header}, columns = {{{names}}}, null_padding = true, strict_mode = {not patient}, "
        f"parallel = {not patient}, max_line_size = {_LONGEST_LINE if patient else _LONG_LINE})"
    )


def _demand_lines(path: Path) -> None:
    """Refuses a line that no buffer could hold, before anything is made of it."""
    length = 0
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            first, last = piece.find(b"\n"), piece.rfind(b"\n")
            length = length + len(piece) if first < 0 else len(piece) - last - 1
            if length > _LONGEST_LINE:
                raise BadSource(
                    msg("sources.line_too_long", file=path.name, most_mb=_LONGEST_LINE >> 20),
                    hint=msg("sources.check_one_line_a_row"),
                )
