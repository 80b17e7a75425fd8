"""The file of a log: locked against other processes, left as it was acknowledged whatever fails.

A group of events is one write and one fsync. Where the chain stands is remembered between groups, and believed only
while the file is the one this process left, at the length it left it.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from answerable.audit import rotation, torn
from answerable.audit.durable import sync_folder, sync_handle, write_all
from answerable.audit.entry import Entry, write_entry
from answerable.audit.events import Event, EventType
from answerable.audit.tail import BEGINNING, LONGEST_LINE, Head, read_tail
from answerable.errors import AuditUnavailable

__all__ = ["LogFile"]

_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CLOEXEC
_UNKNOWN = -1


class LogFile:
    """One thread at a time."""

    def __init__(self, path: Path, rotate_bytes: int) -> None:
        self.path = path
        self.syncs = 0
        """How often this object made the disk confirm."""
        self._rotate_bytes = rotate_bytes
        self._handle: int | None = None
        self._identity = (0, 0)
        self._head = BEGINNING
        self._end = _UNKNOWN
        self._owed: list[Event] = []
        """What the log must say before anything new: that it goes on from another, that it was repaired."""

    def __del__(self) -> None:
        self.forget()

    def add(self, events: Sequence[Event]) -> list[Entry]:
        """The entries, once they are on the disk. Raises OSError or AuditUnavailable, and then none of them is."""
        with self._locked():
            if self._end < self._rotate_bytes:
                return self._add(events)
            self._finish()
        with self._locked():
            return self._add(events)

    def rotate(self) -> Path | None:
        """Finish the file; the next entry begins another. None where there is nothing to finish."""
        with self._locked():
            return self._finish() if self._end else None

    def is_at_hand(self) -> bool:
        """Whether the file that is held open is still the log. May be asked without holding anything."""
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return False
        return self._handle is not None and (found.st_dev, found.st_ino) == self._identity

    def open(self) -> None:
        """The log that has the name now; it is made where there is none."""
        self.forget()
        try:
            self._handle = os.open(self.path, _FLAGS)
        except FileNotFoundError:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._handle = os.open(self.path, _FLAGS | os.O_CREAT, 0o600)
        found = os.fstat(self._handle)
        self._identity = (found.st_dev, found.st_ino)

    def forget(self) -> None:
        """Close the file, which gives back the lock, and believe nothing of it."""
        handle, self._handle, self._end = self._handle, None, _UNKNOWN
        if handle is not None:
            os.close(handle)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """No other process writes or rotates, and what is remembered is so."""
        size = self._lock()
        try:
            if size != self._end:
                self._look(size)
            yield
        finally:
            if self._handle is not None:
                fcntl.flock(self._handle, fcntl.LOCK_UN)

    def _lock(self) -> int:
        """The size of the log, which is locked. Whoever waited for it may find that another has its name by now."""
        while True:
            if self._handle is None:
                self.open()
            assert self._handle is not None
            fcntl.flock(self._handle, fcntl.LOCK_EX)
            with suppress(FileNotFoundError):
                found = self.path.stat()
                if (found.st_dev, found.st_ino) == self._identity:
                    return found.st_size
            self.forget()

    def _look(self, size: int) -> None:
        self._end = _UNKNOWN
        tail = read_tail(self._held, size, self.path)
        if tail.torn:
            torn.set_aside(self.path, self._held, tail.end, tail.torn)
        first = rotation.continuation(self.path) if tail.end == 0 else None
        self._owed = [event for event in (first, torn.unrecorded(self.path)) if event]
        self._head, self._end = tail.head, tail.end

    def _add(self, events: Sequence[Event]) -> list[Entry]:
        owed = self._owed
        entries = self._write([*owed, *events] if owed else events)
        self._owed = []
        if any(event.event_type == EventType.LOG_REPAIRED for event in owed):
            with suppress(OSError):  # it is recorded; whoever looks next will name it
                torn.settle(self.path)
        return entries[len(owed) :]

    def _write(self, events: Sequence[Event]) -> list[Entry]:
        entries, lines = _chained(self._head, events)
        start = self._end
        try:
            write_all(self._held, lines)
            self._sync(is_new=start == 0)
        except BaseException:
            self._take_back(start)
            raise
        self._head, self._end = Head(entries[-1].sequence_number, entries[-1].hash), start + len(lines)
        return entries

    def _sync(self, *, is_new: bool) -> None:
        self.syncs += 1
        sync_handle(self._held)
        if is_new:
            sync_folder(self.path.parent)
            sync_folder(self.path.parent.parent)

    def _take_back(self, start: int) -> None:
        """To the length that was acknowledged. Where even that fails, the next writer sets the torn bytes aside."""
        self._end = _UNKNOWN
        with suppress(OSError):
            os.ftruncate(self._held, start)

    def _finish(self) -> Path:
        finished = rotation.finish(self.path)
        self.forget()
        return finished

    @property
    def _held(self) -> int:
        assert self._handle is not None
        return self._handle


def _chained(head: Head, events: Sequence[Event]) -> tuple[list[Entry], bytes]:
    entries, lines = [], []
    number, parent = head.sequence_number, head.hash
    for event in events:
        number += 1
        entry, line = write_entry(
            request_id=event.request_id,
            sequence_number=number,
            parent_hash=parent,
            event_type=event.event_type,
            event_data=event.event_data,
            actor=event.actor,
        )
        if len(line) > LONGEST_LINE:
            raise _too_long(event, len(line))
        parent = entry.hash
        entries.append(entry)
        lines.append(line)
    return entries, b"".join(lines)


def _too_long(event: Event, length: int) -> AuditUnavailable:
    return AuditUnavailable(
        f"The record of '{event.event_type}' would take {length:,} bytes; the audit trail takes {LONGEST_LINE:,}.",
        hint="Nothing was run. Ask for less at once.",
    )
