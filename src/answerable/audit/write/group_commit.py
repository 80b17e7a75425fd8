"""Group commit: one thread writes at a time, and for all who came while the disk was busy.

Whoever finds nobody writing writes at once. Whoever comes meanwhile waits; when the write is done the first who waits
becomes the next to write, takes the events of all others with it, and wakes them when they are on the disk.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import field

from answerable.audit.entry import Entry
from answerable.audit.event_types import Event
from answerable.kernel.errors import AuditUnavailable
from answerable.kernel.light_dataclass import dataclass

__all__ = ["GroupCommit"]


def _closed_door() -> threading.Lock:
    door = threading.Lock()
    door.acquire()
    return door


@dataclass(slots=True, eq=False)
class _Waiter:
    """A thread that waits, what it wants written, and what became of that."""

    events: Sequence[Event]
    entries: list[Entry] | None = None
    error: AuditUnavailable | None = None
    leads: bool = False
    """It is this one's turn to write."""
    door: threading.Lock = field(default_factory=_closed_door)
    """Opened once, for the thread that waits behind it."""


class GroupCommit:
    def __init__(self, write: Callable[[Sequence[Event]], list[Entry]]) -> None:
        self._write = write
        """Returns when all are on the disk; raises AuditUnavailable, and then none is."""
        self._lock = threading.Lock()
        self._is_busy = False
        self._waiting: list[_Waiter] = []

    def add(self, events: Sequence[Event]) -> list[Entry]:
        """The entries, once they are on the disk, by this thread's writing or another's."""
        is_turn = False
        try:
            with self._lock:
                is_turn = not self._is_busy
                self._is_busy = True
                if not is_turn:
                    waiter = _Waiter(events)
                    self._waiting.append(waiter)
            if is_turn:
                return self._write(events)
        finally:
            if is_turn:
                self._hand_over()
        return self._wait(waiter)

    def _wait(self, waiter: _Waiter) -> list[Entry]:
        try:
            waiter.door.acquire()
        except BaseException:  # Ctrl-C
            self._leave(waiter)
            raise
        if waiter.leads:
            self._lead()
        if waiter.entries is None:
            raise waiter.error or AssertionError
        return waiter.entries

    def _leave(self, waiter: _Waiter) -> None:
        with self._lock:
            if waiter in self._waiting:
                self._waiting.remove(waiter)
        if waiter.leads:
            self._hand_over()

    def _lead(self) -> None:
        with self._lock:
            group, self._waiting = self._waiting, []
        try:
            self._write_group(group)
        finally:
            self._release(group)
            self._hand_over()

    def _write_group(self, group: Sequence[_Waiter]) -> None:
        """All together; where that fails each alone, so that nobody fails for another's record."""
        try:
            entries = iter(self._write([event for waiter in group for event in waiter.events]))
            for waiter in group:
                waiter.entries = [next(entries) for _ in waiter.events]
        except AuditUnavailable as error:
            for waiter in group:
                self._write_one(waiter, error if len(group) == 1 else None)

    def _write_one(self, waiter: _Waiter, error: AuditUnavailable | None) -> None:
        try:
            if error is None:
                waiter.entries = self._write(waiter.events)
        except AuditUnavailable as found:
            error = found
        waiter.error = error

    def _release(self, group: Sequence[_Waiter]) -> None:
        """Those whose events were dealt with. The others, where the leader was broken off, wait on."""
        left = [waiter for waiter in group if waiter.entries is None and waiter.error is None and not waiter.leads]
        with self._lock:
            self._waiting[:0] = left
        for waiter in group:
            if waiter not in left and not waiter.leads:
                waiter.door.release()

    def _hand_over(self) -> None:
        with self._lock:
            if not self._waiting:
                self._is_busy = False
                return
            first = self._waiting[0]
            first.leads = True
        first.door.release()
