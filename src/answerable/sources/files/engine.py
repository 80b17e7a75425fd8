"""The engine for files: a DuckDB engine on a copy that it makes first, unless one is in the cache."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from answerable.kernel.errors import BadSource
from answerable.sources.duckdb_file.engine import DuckDBEngine
from answerable.sources.files.file_cache import FileCache
from answerable.sources.files.file_limits import FileLimits
from answerable.sources.files.list_folder import DataFile
from answerable.sources.files.load_tables import Loading
from answerable.sources.files.rights import readable_cache
from answerable.sources.source_rights import Rights

__all__ = ["FilesEngine"]


class FilesEngine(DuckDBEngine):
    """Opens the loaded copy; a copy that turns out damaged is made anew once."""

    def __init__(
        self, files: list[dict[str, Any]], cache: str, memory_mb: int, most: dict[str, int] | None = None
    ) -> None:
        self._limits = FileLimits(**(most or {}))
        self._files = tuple(DataFile(**file) for file in files)
        self._cache = FileCache(Path(cache), self._files)
        self._loading: Loading | None = None
        super().__init__(str(self._cache.path), memory_mb)

    def open(self) -> None:
        if self._cache.is_filled:
            try:
                super().open()
                return
            except BadSource:
                self._cache.path.unlink(missing_ok=True)
        self._loading = Loading(self._files, self._limits)
        self._path = self._cache.fill(self._loading.into)
        self._loading = None
        super().open()

    def rights(self) -> Rights | None:
        """The copy is ours to write; who else may read it is the question."""
        rights = super().rights()
        held = tuple(right for right in rights.held if right.code != "file_writable") if rights else ()
        return Rights("", (*held, *readable_cache(self._path)))

    def progress(self) -> float | None:
        return self._loading.share if self._loading else super().progress()
