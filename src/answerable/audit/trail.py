"""The append-only file behind the audit trail: one lock, one write, one fsync an entry.

Several processes may append. What `append` returned is on the disk. A torn last line (a crash in mid-write) is
moved aside when the next writer finds it, and that is recorded in the chain itself.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from answerable.audit.entry import GENESIS, Entry, write_entry
from answerable.audit.events import EventType
from answerable.errors import AuditUnavailable

__all__ = ["AuditTrail", "Event"]

_FLAGS = os.O_RDWR | os.O_CREAT
_TAIL = 8 * 1024
"""Bytes first read back from the end to find the last line; doubled until the line is whole."""


@dataclass(frozen=True, slots=True)
class Event:
    """What is to be recorded, before it has a place in the chain."""

    request_id: str
    event_type: str
    event_data: dict[str, Any]
    actor: str


@dataclass(frozen=True, slots=True)
class _Head:
    """Where the chain stands."""

    sequence_number: int
    hash: str


class Seals(Protocol):
    """Signs the log as it stands (`checkpoints.Sealer`)."""

    def seal(self, log: Path) -> dict[str, Any] | None:
        """None where all is well. Where the log contradicts what was signed before, nothing is signed and what is wrong
        comes back as the `event_data` of a checkpoint_mismatch. Raises OSError where no checkpoint can be written."""


Redact = Callable[[dict[str, Any]], dict[str, Any]]


@dataclass(slots=True)
class AuditTrail:
    path: Path
    redact: Redact | None = None
    """Runs on every event's data before it is hashed."""
    sealer: Seals | None = None

    def append(self, request_id: str, event_type: str, event_data: dict[str, Any], actor: str) -> Entry:
        """The entry, once it is on the disk. Raises AuditUnavailable when it cannot be."""
        return self.extend([Event(request_id, event_type, event_data, actor)])[0]

    def extend(self, events: Sequence[Event]) -> list[Entry]:
        """Several entries by one write and one fsync; all of them are on the disk when this returns."""
        if self.redact:
            events = [replace(event, event_data=self.redact(event.event_data)) for event in events]
        with self._told(), self._locked() as file:
            return _write(file, self._repaired_head(file), events)

    def demand(self) -> None:
        """Raises AuditUnavailable where nothing could be recorded, before anything is done that must be."""
        with self._told():
            os.close(self._opened())

    def seal(self) -> None:
        """Have the log signed as it stands. That it cannot be never stops anybody: the log itself is the record."""
        if self.sealer:
            with suppress(OSError):
                self.sealer.seal(self.path)

    def close(self) -> None:
        """Give back what is held. The trail may be used again."""
        self.seal()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise AuditUnavailable(
                f"The audit trail '{self.path}' cannot take the record: {error.strerror}.",
                hint="Nothing was run. Make space or correct the folder's permissions.",
            ) from None

    @contextmanager
    def _locked(self) -> Iterator[BinaryIO]:
        with os.fdopen(self._opened(), "r+b", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield file

    def _opened(self) -> int:
        try:
            return os.open(self.path, _FLAGS, 0o600)
        except FileNotFoundError:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            return os.open(self.path, _FLAGS, 0o600)

    def _repaired_head(self, file: BinaryIO) -> _Head:
        whole, torn = _split_tail(file)
        head = _head_of(whole, self.path)
        if not torn:
            return head
        aside = self.path.with_name(f"{self.path.name}.torn-{head.sequence_number + 1}")
        aside.write_bytes(torn)
        file.truncate(file.seek(0, os.SEEK_END) - len(torn))
        data = {"torn_bytes": len(torn), "kept_in": aside.name}
        repaired = Event("system", EventType.LOG_REPAIRED, data, "system")
        entry = _write(file, head, [repaired])[0]
        return _Head(entry.sequence_number, entry.hash)


def _write(file: BinaryIO, head: _Head, events: Sequence[Event]) -> list[Entry]:
    written = _chained(head, events)
    start = file.seek(0, os.SEEK_END)
    lines = b"".join(line for _, line in written)
    try:
        if file.write(lines) != len(lines):
            raise OSError(28, "the disk is full")
        os.fsync(file.fileno())
    except OSError:
        # A short write may have left half a line: take it back, or the next writer will move it aside.
        file.truncate(start)
        raise
    return [entry for entry, _ in written]


def _chained(head: _Head, events: Sequence[Event]) -> list[tuple[Entry, bytes]]:
    written: list[tuple[Entry, bytes]] = []
    for event in events:
        entry, line = write_entry(
            request_id=event.request_id,
            sequence_number=head.sequence_number + 1,
            parent_hash=head.hash,
            event_type=event.event_type,
            event_data=event.event_data,
            actor=event.actor,
        )
        written.append((entry, line))
        head = _Head(entry.sequence_number, entry.hash)
    return written


def _split_tail(file: BinaryIO) -> tuple[bytes, bytes]:
    """The last whole line (with its line end) and the torn bytes after it."""
    size = file.seek(0, os.SEEK_END)
    reach = _TAIL
    while True:
        start = max(0, size - reach)
        file.seek(start)
        data = file.read(size - start)
        end = data.rfind(b"\n") + 1
        begin = data.rfind(b"\n", 0, max(end - 1, 0)) + 1
        if start == 0 or begin > 0:
            return data[begin:end], data[end:]
        reach *= 2


def _head_of(line: bytes, path: Path) -> _Head:
    if not line:
        return _Head(0, GENESIS)
    try:
        entry = json.loads(line)
        return _Head(int(entry["sequence_number"]), str(entry["hash"]))
    except (ValueError, KeyError, TypeError):
        raise AuditUnavailable(
            f"The last line of the audit trail '{path}' is not an audit entry.",
            hint="Someone changed the file. Move it aside to begin a new trail.",
        ) from None
