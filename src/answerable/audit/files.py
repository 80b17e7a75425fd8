"""The files of one log: those that are finished, numbered, and the one that is written."""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

__all__ = ["LogFile", "finished_files", "log_files", "opened", "standing_name"]

MOST_LINE = 64 * 1024 * 1024
"""Bytes. A longer line is not read into memory: it is not an entry."""


@dataclass(frozen=True, slots=True)
class LogFile:
    path: Path
    name: str
    """What checkpoints call it: the name it has once it is finished. So they hold before and after."""


def finished_files(path: Path) -> list[Path]:
    """The rotated files of the log at `path`, the oldest first."""
    pattern = re.compile(re.escape(path.stem) + r"-([0-9]{6,})" + re.escape(path.suffix))
    try:
        found = [entry for entry in path.parent.iterdir() if pattern.fullmatch(entry.name)]
    except FileNotFoundError:
        return []
    return sorted(found, key=lambda entry: (len(entry.name), entry.name))


def standing_name(path: Path) -> str:
    """The name that the file now written will have once it is finished: one more than the last."""
    finished = finished_files(path)
    last = int(finished[-1].stem.rpartition("-")[2]) if finished else 0
    return f"{path.stem}-{last + 1:06d}{path.suffix}"


def log_files(path: Path) -> list[LogFile]:
    """Every file of the log in order; the one now written is the last, unless it was not begun yet."""
    finished = [LogFile(file, file.name) for file in finished_files(path)]
    return [*finished, LogFile(path, standing_name(path))] if path.exists() else finished


@contextmanager
def opened(path: Path) -> Iterator[tuple[BinaryIO, int]]:
    """The file for reading and its size at a moment when nobody was writing: what comes later may be half a line."""
    with path.open("rb", buffering=0) as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        try:
            size = os.fstat(file.fileno()).st_size
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)
        yield file, size
