"""When a log is signed: soon after something was recorded, at once where that was much, and at the end.

Who records does not wait for it: a thread of its own does it a second later, with all that came meanwhile, so that what
an idle server recorded last is signed for, too.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

__all__ = ["SealTimes"]

_SECONDS = 1.0
_ENTRIES = 256


class SealTimes:
    def __init__(self, seal: Callable[[], bool]) -> None:
        self._seal = seal
        """Signs what stands; whether that was possible."""
        self._unsealed = 0
        self.begin_again()

    def begin_again(self) -> None:
        """In a forked child, the thread that waited is not here."""
        self._waiting: threading.Timer | None = None
        self._alone = threading.Lock()

    def count_entries(self, entries: int) -> None:
        self._unsealed += entries
        is_soon = self._waiting or self._wait()
        if self._unsealed >= _ENTRIES or not is_soon:
            self._now_unless_busy()

    def now(self) -> None:
        """All that stands; where another thread signs already, it may have begun too early for that."""
        with self._alone:
            self._seal_all()

    def end(self) -> None:
        """Sign what is left; nothing happens by itself after this."""
        if waiting := self._waiting:
            waiting.cancel()
            self._waiting = None
        with self._alone:
            if self._unsealed:
                self._seal_all()

    def _now_unless_busy(self) -> None:
        """Where another thread signs, what came too late for that is signed soon."""
        if self._alone.acquire(blocking=False):
            try:
                self._seal_all()
            finally:
                self._alone.release()

    def _seal_all(self) -> None:
        """What cannot be signed is tried again when something new is recorded."""
        unsealed, self._unsealed = self._unsealed, 0
        if not self._seal():
            self._unsealed += unsealed

    def _wait(self) -> bool:
        """Whether there may be a thread for it, which there may not while the process ends."""
        self._waiting = waiting = threading.Timer(_SECONDS, self._after_waiting)
        waiting.daemon = True
        try:
            waiting.start()
        except RuntimeError:
            self._waiting = None
        return self._waiting is not None

    def _after_waiting(self) -> None:
        self._waiting = None
        with self._alone:
            if self._unsealed:
                self._seal_all()
