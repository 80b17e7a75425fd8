"""A folder of knowledge: `tables`, `metrics`, `queries`, `business`, `learnings`, a file an entry."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path

from answerable.kernel.errors import BadKnowledge
from answerable.kernel.knowledge import Known
from answerable.kernel.messages import CodedMessage, msg
from answerable.knowledge_files.entry_fields import KINDS, EntryKind
from answerable.knowledge_files.entry_values import entry_of, is_used, known_of_entries
from answerable.knowledge_files.read_entry import EntryFile, FileFaults, read_entry

__all__ = ["SUFFIXES", "known_in_folder", "read_folder"]

SUFFIXES = (".yaml", ".yml", ".json")
MOST_FILES = 200_000
Stamp = tuple[str, int, int, int]


def read_folder(folder: Path) -> tuple[EntryFile, ...]:
    """Every entry, in the order of kinds and names. Raises BadKnowledge with all that is wrong in any file."""
    if not folder.is_dir():
        raise BadKnowledge(msg("knowledge.no_folder", folder=folder))
    found: list[EntryFile] = []
    faults: list[CodedMessage] = []
    for kind, path in _files(folder):
        try:
            found.append(read_entry(folder, path, kind))
        except FileFaults as wrong:
            faults += wrong.faults
    faults += _twins(found)
    if faults:
        raise BadKnowledge(*faults)
    return tuple(found)


def known_in_folder(folder: Path) -> Known:
    """What is used of it; the same object as long as no file changes. Raises BadKnowledge."""
    return _known(folder, tuple(_stamps(folder)))


@lru_cache(maxsize=8)
def _known(folder: Path, _state: tuple[Stamp, ...]) -> Known:
    entries = (one for one in read_folder(folder) if is_used(one.kind, one.plain))
    return known_of_entries(entry_of(one.kind, one.plain, f"{one.kind.folder}/{one.slug}") for one in entries)


def _stamps(folder: Path) -> Iterator[Stamp]:
    for _, path in _files(folder):
        state = path.stat()
        yield str(path), state.st_mtime_ns, state.st_size, state.st_ino


def _files(folder: Path) -> Iterator[tuple[EntryKind, Path]]:
    for kind in KINDS:
        inside = folder / kind.folder
        if inside.is_dir():
            paths = (path for path in inside.iterdir() if path.suffix in SUFFIXES and not path.name.startswith("."))
            for path in sorted(islice(paths, MOST_FILES)):
                yield kind, path


def _twins(entries: list[EntryFile]) -> Iterator[CodedMessage]:
    """Two files that a project could not tell apart."""
    for part in ("slug", "title"):
        seen: dict[tuple[str, str], EntryFile] = {}
        for one in entries:
            key = (one.kind.name, str(getattr(one, part)))
            other = seen.setdefault(key, one)
            if other is not one and (part == "slug" or one.kind.is_alone):
                what = msg("knowledge.twin_files", other=other.path)
                yield msg("knowledge.fault_at", path=one.path, line=one.lines.get(one.kind.title, 1), problem=what)
