"""Where loaded copies of files are kept: named by the state of the files, made whole before they are seen."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from answerable.sources.files.list_folder import DataFile, identity

__all__ = ["FileCache"]

_KEPT_SECONDS = 7 * 24 * 3600
_FORMAT = "1"
"""Changed when loading changes, so that copies made by an earlier version are not used."""


class FileCache:
    """Two processes may fill it at once: each makes its own copy and the last rename wins, both being the same."""

    def __init__(self, folder: Path, files: tuple[DataFile, ...]) -> None:
        self._folder = _writable(folder)
        self.path = self._folder / f"{identity(files)}-{_FORMAT}.duckdb"

    @property
    def is_filled(self) -> bool:
        return self.path.is_file()

    def fill(self, make: Callable[[Path, Path], None]) -> Path:
        """Have `make` write the file, given a path and a scratch folder; the path where it then is."""
        self._prune()
        scratch = Path(tempfile.mkdtemp(dir=self._folder, prefix="loading-"))
        try:
            made = scratch / "made.duckdb"
            make(made, scratch)
            made.replace(self.path)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        return self.path

    def _prune(self) -> None:
        """Copies nobody asked for in a week, and what a killed loading left behind."""
        oldest = time.time() - _KEPT_SECONDS
        for path in self._folder.iterdir():
            with suppress(OSError):
                if path.stat().st_atime < oldest:
                    shutil.rmtree(path) if path.is_dir() else path.unlink()


def _writable(folder: Path) -> Path:
    """The folder, or one in the system's temporary folder where the first cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return Path(tempfile.mkdtemp(prefix="answerable-"))
