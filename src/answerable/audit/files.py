"""The files of one log: those that are finished, numbered, and the one that is written."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from answerable.audit.rotation import finished_files

__all__ = ["LogPart", "alone_in", "log_parts", "number_of", "settled", "standing"]


@dataclass(frozen=True, slots=True)
class LogPart:
    path: Path
    name: str
    """What checkpoints call it: the name it has once it is finished. So they hold before and after."""


def log_parts(path: Path) -> list[LogPart]:
    """Every file of the log in order; the one now written is the last, unless it was not begun yet."""
    finished = [LogPart(file, file.name) for file in finished_files(path)] if path.parent.is_dir() else []
    return [*finished, LogPart(path, standing_name(path))] if path.exists() else finished


def standing_name(path: Path) -> str:
    """The name that the file now written will have: its number is one more than the last."""
    finished = finished_files(path)
    last = number_of(finished[-1].name) if finished else 0
    return f"{path.stem}-{last + 1:06d}{path.suffix}"


def number_of(name: str) -> int:
    return int(Path(name).stem.rpartition("-")[2])


@contextmanager
def settled(path: Path) -> Iterator[tuple[BinaryIO, int]]:
    """The file for reading, and its size at a moment when nobody was writing: what comes later may be half a line."""
    _demand_plain(path)
    with path.open("rb", buffering=0) as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        size = os.fstat(file.fileno()).st_size
        fcntl.flock(file, fcntl.LOCK_UN)
        yield file, size


def _demand_plain(path: Path) -> None:
    """A pipe would keep whoever opens it waiting, and be as good as an empty log."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))


@contextmanager
def standing(path: Path) -> Iterator[tuple[BinaryIO, int, str]]:
    """The file now written, its size and its name for checkpoints, with everything up to that size on the disk: whoever
    wrote it may have died before it was."""
    while True:
        _demand_plain(path)
        with path.open("rb", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_SH)
            found = os.fstat(file.fileno())
            if not os.path.samestat(found, path.stat()):
                continue  # it was finished while we waited
            name = standing_name(path)
            os.fsync(file.fileno())
            fcntl.flock(file, fcntl.LOCK_UN)
            yield file, found.st_size, name
            return


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """No other process is between here and there in the same folder."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
