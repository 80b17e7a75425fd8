"""A log file of bounded size that several processes write, and what strangers can make it say: a line, now and then."""

from __future__ import annotations

import fcntl
import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from logging.handlers import WatchedFileHandler
from pathlib import Path

from django.core.exceptions import BadRequest, RequestAborted, SuspiciousOperation
from django.http import UnreadablePostError
from django.http.multipartparser import MultiPartParserError

from answerable.kernel.errors import one_line

__all__ = ["NoiseFilter", "RotatingLog"]

MOST_BYTES = 5 << 20
OLD_FILES = 4
LINES_A_MINUTE = 20
"""Of noise, and of tracebacks; how many more there were is said in the next line."""
LONGEST_LINE = 300
_NOISE = (SuspiciousOperation, BadRequest, RequestAborted, UnreadablePostError, MultiPartParserError, UnicodeError)
"""What a malformed request raises, or one whose sender has gone."""


class RotatingLog(WatchedFileHandler):
    """`errors.log`, then `errors.log.1` to `.4`, oldest last."""

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(OSError):  # a full disk must not keep anybody from being told so
            self._rotate()
            super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Where the log cannot be written there is nowhere to say so."""

    def _rotate(self) -> None:
        path = Path(self.baseFilename)
        if not path.exists() or path.stat().st_size < MOST_BYTES:
            return
        with path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if path.exists() and path.stat().st_size >= MOST_BYTES:  # nobody else was quicker
                for number in range(OLD_FILES, 0, -1):
                    older = path if number == 1 else Path(f"{path}.{number - 1}")
                    if older.exists():
                        older.replace(f"{path}.{number}")


class NoiseFilter(logging.Filter):
    """What strangers can cause is one line without a traceback, and only so often."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._minutes = {True: _Minute(), False: _Minute()}
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        is_noise = _is_noise(record)
        with self._lock:
            left_out = self._minutes[is_noise].count(self._now())
        if left_out is None:
            return False
        if is_noise:
            record.msg, record.args = one_line(record.getMessage())[:LONGEST_LINE], ()
            record.exc_info = record.exc_text = record.stack_info = None
        if left_out:
            record.msg, record.args = f"{record.getMessage()} ({left_out} more were left out)", ()
        return True


class _Minute:
    def __init__(self) -> None:
        self._began = float("-inf")
        self._lines = self._left_out = 0

    def count(self, now: float) -> int | None:
        """How many were left out before this one; None where it is left out too."""
        left_out = 0
        if now - self._began >= 60:
            left_out, self._left_out = self._left_out, 0
            self._began, self._lines = now, 0
        self._lines += 1
        if self._lines > LINES_A_MINUTE:
            self._left_out += 1
            return None
        return left_out


def _is_noise(record: logging.LogRecord) -> bool:
    raised = record.exc_info[1] if record.exc_info else None
    is_refused = getattr(record, "status_code", 500) < 500
    return is_refused or record.name.startswith("django.security") or isinstance(raised, _NOISE)
