"""Loading files into one DuckDB file: which loader reads which suffix, and how far it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.kernel.errors import BadSource
from answerable.kernel.messages import msg
from answerable.sources.access.opened_files import opened_as
from answerable.sources.files.content_kind import loader_kind
from answerable.sources.files.csv import load_csv
from answerable.sources.files.excel import load_excel
from answerable.sources.files.file_limits import FileLimits
from answerable.sources.files.json import load_json
from answerable.sources.files.list_folder import DataFile
from answerable.sources.files.parquet import load_parquet

if TYPE_CHECKING:
    import duckdb

__all__ = ["LOADERS", "Loading"]

_MEMORY_MB = 400

Loader = Callable[["duckdb.DuckDBPyConnection", DataFile, Path, set[str], FileLimits], None]
"""Makes the tables of one file; given a folder for scratch files, the table names taken so far, and limits."""

LOADERS: Mapping[str, Loader] = {
    ".csv": load_csv,
    ".tsv": load_csv,
    ".json": load_json,
    ".jsonl": load_json,
    ".ndjson": load_json,
    ".parquet": load_parquet,
    ".xlsx": load_excel,
}


def share_done(connection: duckdb.DuckDBPyConnection | None) -> float:
    """Of what runs now; asked from another thread, so the connection may have been closed in the meantime."""
    import duckdb

    try:
        percent = connection.query_progress() if connection else -1.0
    except duckdb.Error:
        percent = -1.0
    return max(0.0, percent) / 100


class Loading:
    """One run over all files of a source."""

    def __init__(self, files: tuple[DataFile, ...], limits: FileLimits | None = None) -> None:
        self._files = files
        self._limits = limits or FileLimits()
        self._done = 0
        self._current: DataFile | None = None
        self._connection: duckdb.DuckDBPyConnection | None = None

    def into(self, path: Path, scratch: Path) -> None:
        """Make a DuckDB file at `path`; `scratch` is for files that are not kept."""
        import duckdb

        with duckdb.connect(str(path)) as connection:
            self._connection = connection
            for setting in _settings(scratch):
                connection.execute(f"SET {setting}")
            taken = {file.table.casefold() for file in self._files}
            for file in self._files:
                self._current = file
                self._load(connection, file, scratch, taken)
                self._done += file.size
            self._connection = None

    @property
    def share(self) -> float | None:
        """From 0 to 1, by bytes."""
        total = sum(file.size for file in self._files)
        current = self._current.size * share_done(self._connection) if self._current else 0.0
        return (self._done + current) / total if total else None

    def _load(self, connection: duckdb.DuckDBPyConnection, file: DataFile, scratch: Path, taken: set[str]) -> None:
        import duckdb

        name = Path(file.path).name
        try:
            with opened_as(Path(file.path), file.file_id, scratch) as path:
                load = LOADERS[loader_kind(path, name, file.suffix, self._limits)]
                load(connection, replace(file, path=str(path)), scratch, taken, self._limits)
        except duckdb.Error as error:
            what = str(error).split("\n", 1)[0].replace(f"{scratch}/", "")
            raise BadSource(
                msg("sources.content_unreadable", file=name, reason=what), hint=msg("sources.check_file_content")
            ) from None
        except OSError as error:
            raise BadSource(
                msg("sources.file_unreadable", file=name, reason=error.strerror), hint=msg("sources.check_file")
            ) from None


def _settings(scratch: Path) -> tuple[str, ...]:
    folder = str(scratch).replace("'", "''")
    return (
        f"memory_limit = '{_MEMORY_MB}MiB'",
        f"temp_directory = '{folder}'",
        "TimeZone = 'UTC'",
        "enable_progress_bar = true",
        "enable_progress_bar_print = false",
        "autoinstall_known_extensions = false",
        "autoload_known_extensions = false",
    )
