"""The file of a log: locked against other processes, left as it was acknowledged whatever fails.

A group of events is one write and one fsync. Where the chain stands is remembered between groups, and believed only
while the file is the one this process left, at the length it left it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from fcntl import LOCK_EX, LOCK_UN, flock
from pathlib import Path

from answerable.audit.entry import Entry, new_id, now, write_entry
from answerable.audit.event_types import Event, EventType
from answerable.audit.write import rotation, torn_entries
from answerable.audit.write.durable_files import sync_folder, write_all
from answerable.audit.write.log_tail import BEGINNING, LONGEST_LINE, Head, read_tail
from answerable.kernel.errors import AuditUnavailable
from answerable.kernel.messages import msg

__all__ = ["LogFile"]

_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CLOEXEC
_UNKNOWN = -1


class LogFile:
    """One thread at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.syncs = 0
        """How often this object made the disk confirm."""
        self.size = _UNKNOWN
        """Bytes of the log, as this object left it."""
        self._name = os.fspath(path)
        self._handle: int | None = None
        self._device = self._inode = 0
        self._head = BEGINNING
        self._owed: list[Event] = []
        """What the log must say before anything new: that it goes on from another, that it was repaired."""

    def __del__(self) -> None:
        self.forget()

    def add(self, events: Sequence[Event]) -> list[Entry]:
        """The entries, once they are on the disk. Raises OSError or AuditUnavailable, and then none of them is."""
        handle = self._lock()
        try:
            return self._add_owed(handle, events) if self._owed else self._add(handle, events)
        finally:
            flock(handle, LOCK_UN)

    def rotate(self, at_least: int = 1) -> Path | None:
        """Finish the file, of so many bytes; the next entry begins another. None where it has fewer, as it has when
        another process was quicker."""
        handle = self._lock()
        if self.size < at_least:
            flock(handle, LOCK_UN)
            return None
        try:
            return rotation.finish(self.path)
        finally:
            self.forget()

    def is_at_hand(self) -> bool:
        """Whether the file that is held open is still the log. May be asked by any thread."""
        return self._handle is not None and self._found() is not None

    def open(self) -> int:
        """The log that has the name now; it is made where there is none."""
        self.forget()
        try:
            handle = os.open(self._name, _FLAGS)
        except FileNotFoundError:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle = os.open(self._name, _FLAGS | os.O_CREAT, 0o600)
        found = os.fstat(handle)
        self._device, self._inode, self._handle = found.st_dev, found.st_ino, handle
        return handle

    def forget(self) -> None:
        """Close the file, which gives back the lock, and believe nothing of it."""
        handle, self._handle, self.size = self._handle, None, _UNKNOWN
        if handle is not None:
            os.close(handle)

    def _lock(self) -> int:
        """No other process writes or rotates from here on, and what is remembered is so. Whoever waited may find that
        another file has the name by now."""
        while True:
            handle = self._handle
            if handle is None:
                handle = self.open()
            try:
                flock(handle, LOCK_EX)
                found = self._found()
                if found and found.st_size != self.size:
                    self._look(handle, found.st_size)
            except BaseException:
                self.forget()  # and with the file the lock
                raise
            if found:
                return handle
            self.forget()

    def _found(self) -> os.stat_result | None:
        """The file that has the log's name, if it is the one that is held open."""
        try:
            found = os.stat(self._name)  # noqa: PTH116 - Path.stat costs twice as much
        except FileNotFoundError:
            return None
        return found if found.st_ino == self._inode and found.st_dev == self._device else None

    def _look(self, handle: int, size: int) -> None:
        tail = read_tail(handle, size, self.path)
        if tail.torn:
            torn_entries.set_aside(self.path, handle, tail.end, tail.torn)
        first = rotation.continuation(self.path) if tail.end == 0 else None
        self._owed = [event for event in (first, torn_entries.unrecorded_repair(self.path)) if event]
        self._head, self.size = tail.head, tail.end

    def _add_owed(self, handle: int, events: Sequence[Event]) -> list[Entry]:
        owed = self._owed
        entries = self._add(handle, [*owed, *events])
        self._owed = []
        if any(event.event_type == EventType.LOG_REPAIRED for event in owed):
            with suppress(OSError):  # it is recorded; whoever looks next will name it
                torn_entries.settle(self.path)
        return entries[len(owed) :]

    def _add(self, handle: int, events: Sequence[Event]) -> list[Entry]:
        entries, lines = _chained(self._head, events)
        start, self.size = self.size, _UNKNOWN
        try:
            write_all(handle, lines)
            self._sync(handle, is_new=start == 0)
        except BaseException:
            with suppress(OSError):  # where even that fails, the next writer sets the torn bytes aside
                os.ftruncate(handle, start)
            raise
        self._head, self.size = Head(entries[-1].sequence_number, entries[-1].hash), start + len(lines)
        return entries

    def _sync(self, handle: int, *, is_new: bool) -> None:
        self.syncs += 1
        os.fsync(handle)
        if is_new:
            sync_folder(self.path.parent)
            sync_folder(self.path.parent.parent)


def _chained(head: Head, events: Sequence[Event]) -> tuple[list[Entry], bytes]:
    """What is written together is of one time."""
    entries, lines = [], []
    number, parent, timestamp = head.sequence_number, head.hash, now()
    for event in events:
        number += 1
        entry, line = write_entry(event, number, parent, new_id(), timestamp)
        if len(line) > LONGEST_LINE:
            raise _too_long(event, len(line))
        parent = entry.hash
        entries.append(entry)
        lines.append(line)
    return entries, b"".join(lines)


def _too_long(event: Event, length: int) -> AuditUnavailable:
    return AuditUnavailable(
        msg("audit.record_too_long", event_type=event.event_type, length=length, most=LONGEST_LINE),
        hint=msg("audit.nothing_run"),
    )
