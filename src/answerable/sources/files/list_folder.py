"""Which files make up a source, and what their tables are called."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from answerable.kernel.light_dataclass import dataclass

__all__ = ["SUFFIXES", "DataFile", "identity", "list_files", "table_name", "unique"]

SUFFIXES = (".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet", ".xlsx")


@dataclass(frozen=True, slots=True)
class DataFile:
    """One file in the state it had when listed."""

    path: str
    table: str
    size: int
    changed_ns: int
    touched_ns: int = 0
    """When anything about it was last changed: nobody can set that back, as `cp -p` and `touch` set back the other."""

    file_id: tuple[int, ...] = ()
    """Device and inode: what is opened must be what was looked at."""

    @property
    def suffix(self) -> str:
        return Path(self.path).suffix.casefold()


def list_files(paths: Iterable[Path]) -> tuple[DataFile, ...]:
    """Each path, or the data files directly in it when it is a folder, by name; hidden files are left out."""
    found = [file for path in paths for file in _expanded(path)]
    taken: set[str] = set()
    return tuple(_listed(file, unique(table_name(file.stem), taken)) for file in dict.fromkeys(found))


def identity(files: Iterable[DataFile]) -> str:
    """Changes with any path, size or time. Not with the device's number, which is another after a restart."""
    listed = [{name: value for name, value in asdict(file).items() if name != "file_id"} for file in files]
    return hashlib.sha256(json.dumps(listed).encode()).hexdigest()[:32]


def table_name(text: str) -> str:
    """A name that can be typed: letters, digits and underscores, not beginning with a digit."""
    name = re.sub(r"_+", "_", re.sub(r"\W", "_", text)).strip("_")
    if not name:
        return "data"
    return f"t_{name}" if name[0].isdigit() else name


def unique(name: str, taken: set[str]) -> str:
    """The name, numbered when it is taken already; case does not count."""
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        free = f"{name}_{number}"
    taken.add(free.casefold())
    return free


def _expanded(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    inside = (file for file in path.iterdir() if file.suffix.casefold() in SUFFIXES and not file.name.startswith("."))
    return sorted(file for file in inside if file.is_file())


def _listed(path: Path, table: str) -> DataFile:
    state = path.stat()
    file_id = (state.st_dev, state.st_ino)
    return DataFile(str(path.resolve()), table, state.st_size, state.st_mtime_ns, state.st_ctime_ns, file_id)
