"""The audit trail: what `append` returned is on the disk, chained to all that came before.

Several processes may append, and several threads: who comes while the disk is busy is written with all the others who
wait, by whichever of them comes first.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from answerable.audit.entry import Entry, new_id
from answerable.audit.event_types import Event, EventType
from answerable.audit.sign.seal_schedule import SealTimes
from answerable.audit.write.group_commit import GroupCommit
from answerable.audit.write.locked_log import LogFile
from answerable.kernel.errors import AnswerableError, AuditUnavailable
from answerable.kernel.messages import msg

__all__ = ["AuditTrail", "Event", "Redact", "Seals"]

Redact = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]
"""Takes out what may not be written; gives back the very list where there is no such thing in it."""

ROTATE_BYTES = 256 * 1024 * 1024


class Seals(Protocol):
    """Signs the log as it stands (`sealing.Sealer`)."""

    def seal(self, log: Path) -> dict[str, Any] | None:
        """None where all is well. Where the log contradicts what was signed before, nothing is signed and what is wrong
        comes back as the `event_data` of a checkpoint_mismatch. Raises OSError where no checkpoint can be written."""


class AuditTrail:
    def __init__(
        self,
        path: Path,
        redact: Redact | None = None,
        sealer: Seals | None = None,
        *,
        rotate_bytes: int = ROTATE_BYTES,
    ) -> None:
        self.path = path
        self.redact = redact
        """Runs on the data of all events that are written together, before they are hashed."""
        self.sealer = sealer
        self._file = LogFile(path)
        self._rotate_bytes = rotate_bytes
        self._mismatch: dict[str, Any] | None = None
        self._seals = SealTimes(self._seal)
        self._begin()
        _in_this_process.add(self)

    def append(self, request_id: str, event_type: str, event_data: dict[str, Any], actor: str) -> Entry:
        """The entry, once it is on the disk. Raises AuditUnavailable when it cannot be."""
        return self.extend([Event(request_id, event_type, event_data, actor)])[0]

    def extend(self, events: Sequence[Event]) -> list[Entry]:
        """Several entries by one write and one fsync; all of them are on the disk when this returns, or none is."""
        if self.redact:
            events = _redacted(events, self.redact)
        entries = self._group.add(events)
        if self.sealer:
            self._seals.count_entries(len(entries))
        return entries

    def require_writable(self) -> None:
        """Raises AuditUnavailable where nothing could be recorded, before anything is done that must be."""
        try:
            if not self._file.is_at_hand():
                with self._holding:
                    self._file.open()
        except OSError as error:
            raise self._unavailable(error) from None

    def rotate(self) -> Path | None:
        """Finish the file and go on in another. The finished one; None where nothing was recorded yet."""
        self.seal()
        try:
            with self._holding:
                return self._file.rotate()
        except OSError as error:
            raise self._unavailable(error) from None

    def seal(self) -> None:
        """Have the log signed as it stands. That it cannot be never stops anybody: the log itself is the record."""
        if self.sealer:
            self._seals.now()

    def close(self) -> None:
        """Have what is new signed and give back what is held. The trail may be used again."""
        self._seals.end()
        with self._holding:
            self._file.forget()

    @property
    def syncs(self) -> int:
        """How often the disk was made to confirm; fewer than appends where several were written together."""
        return self._file.syncs

    def _add(self, events: Sequence[Event]) -> list[Entry]:
        if not events:
            return []
        try:
            with self._holding:
                if self._file.size >= self._rotate_bytes:
                    self._file.rotate(self._rotate_bytes)
                return self._file.add(events)
        except OSError as error:
            raise self._unavailable(error) from None

    def _unavailable(self, error: OSError) -> AuditUnavailable:
        other = error.filename if error.filename not in (None, str(self.path)) else None
        why = f"'{other}': {error.strerror}" if other else error.strerror
        return AuditUnavailable(
            msg("audit.trail_not_writable", path=self.path, why=why),
            hint=msg("audit.nothing_runs_unrecorded"),
        )

    def _seal(self) -> bool:
        try:
            if self.sealer and self.path.exists():
                self._tell_mismatch(self.sealer.seal(self.path))
        except (OSError, AnswerableError):
            return False
        return True

    def _tell_mismatch(self, mismatch: dict[str, Any] | None) -> None:
        """Once, until it is another."""
        if mismatch and mismatch != self._mismatch:
            self._mismatch = mismatch
            self.append(new_id(), EventType.CHECKPOINT_MISMATCH, mismatch, "system")

    def _begin(self) -> None:
        self._group = GroupCommit(self._add)
        self._holding = threading.Lock()
        """Of the file."""

    def _begin_again(self) -> None:
        """In a forked child: threads that held a lock are not here, and a shared handle would share the file's lock."""
        self._begin()
        self._seals.begin_again()
        self._file.forget()


def _redacted(events: Sequence[Event], redact: Redact) -> Sequence[Event]:
    data = [event.event_data for event in events]
    left = redact(data)
    if left is data:
        return events
    return [event._replace(event_data=kept) for event, kept in zip(events, left, strict=True)]


_in_this_process: weakref.WeakSet[AuditTrail] = weakref.WeakSet()


def _begin_all_again() -> None:
    for trail in list(_in_this_process):
        trail._begin_again()


os.register_at_fork(after_in_child=_begin_all_again)
