"""The files of one log: those that are finished, numbered, and the one that is written."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from answerable.audit.plain_files import open_plain
from answerable.audit.write.rotation import finished_files, name_after
from answerable.kernel.light_dataclass import dataclass

__all__ = ["LogPart", "Standing", "alone_in", "log_parts", "number_of", "open_part", "open_settled", "standing"]


@dataclass(frozen=True, slots=True)
class LogPart:
    path: Path
    name: str
    """What checkpoints call it: the name it has once it is finished. So they hold before and after."""
    identity: tuple[int, int] | None = None
    """Of the file that was written when the parts were listed: it may be finished, and so renamed, at any moment."""

    @classmethod
    def alone(cls, path: Path) -> LogPart:
        return cls(path, path.name)


class Standing(NamedTuple):
    """The log at a moment when nobody was writing or finishing it."""

    file: BinaryIO
    size: int
    name: str
    finished: list[Path]


def log_parts(path: Path) -> list[LogPart]:
    """Every file of the log in order; the one now written is the last, unless it was not begun yet."""
    if not path.parent.is_dir():
        return []
    try:
        with _locked(path) as file:
            finished, found = finished_files(path), os.fstat(file.fileno())
            now = [LogPart(path, name_after(path, finished), (found.st_dev, found.st_ino))]
    except FileNotFoundError:
        finished, now = finished_files(path), []
    return [*map(LogPart.alone, finished), *now]


def number_of(name: str) -> int:
    return int(Path(name).stem.rpartition("-")[2])


@contextmanager
def open_settled(part: LogPart) -> Iterator[tuple[BinaryIO, int]]:
    """The file for reading, and its size at a moment when nobody was writing: what comes later may be half a line."""
    with open_part(part) as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        size = os.fstat(file.fileno()).st_size
        fcntl.flock(file, fcntl.LOCK_UN)
        yield file, size


def open_part(part: LogPart) -> BinaryIO:
    """For reading, under whichever name it has by now."""
    if part.identity is None:
        return open_plain(part.path)
    try:
        file = open_plain(part.path)
        found = os.fstat(file.fileno())
        if part.identity == (found.st_dev, found.st_ino):
            return file
        file.close()
    except FileNotFoundError:
        pass
    return open_plain(part.path.with_name(part.name))


@contextmanager
def standing(path: Path) -> Iterator[Standing]:
    """With everything up to that size on the disk: whoever wrote it may have died before it was."""
    with _locked(path) as file:
        finished = finished_files(path)
        found = Standing(file, os.fstat(file.fileno()).st_size, name_after(path, finished), finished)
        os.fsync(file.fileno())
        fcntl.flock(file, fcntl.LOCK_UN)
        yield found


@contextmanager
def _locked(path: Path) -> Iterator[BinaryIO]:
    """The file that has the name, while nobody writes or finishes it."""
    while True:
        with open_plain(path) as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH)
                if not os.path.samestat(os.fstat(file.fileno()), path.stat()):
                    continue  # it was finished while we waited
                yield file
                return
            finally:
                fcntl.flock(file, fcntl.LOCK_UN)  # a process forked meanwhile may hold the handle, and so the lock


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """No other process is between here and there in the same folder."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        fcntl.flock(handle, fcntl.LOCK_UN)  # a process forked meanwhile may hold the handle, and so the lock
        os.close(handle)
