"""Whether files are still as they were: what the file system says of them, without reading them."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

from answerable.kernel.light_dataclass import dataclass

__all__ = ["Stamps", "now_ns", "stamps_of"]

_SETTLED_NS = 2_000_000_000
"""Clocks of file systems are coarse: of two changes within one tick the second leaves no trace. What has rested for
longer than any tick before it was looked at cannot have been changed since without one."""

_Stamp = tuple[int, int, int, int, int] | None


@dataclass(frozen=True, slots=True)
class Stamps:
    """Equal as long as no file was changed, replaced, added or removed."""

    files: tuple[_Stamp, ...]
    """None for a file that is not there."""

    def has_settled(self, now_ns: int) -> bool:
        """Whether any change from now on will show."""
        return all(stamp is None or max(stamp[3:]) + _SETTLED_NS < now_ns for stamp in self.files)


def stamps_of(paths: Sequence[str]) -> Stamps:
    return Stamps(tuple(map(_stamp, paths)))


def now_ns() -> int:
    return time.time_ns()


def _stamp(path: str) -> _Stamp:
    try:
        found = os.stat(path)  # noqa: PTH116 - asked before every question
    except OSError:
        return None
    # Each time SQLite opens a log for root it sets its owner, which changes the last of these and nothing else.
    touched = 0 if path.endswith("-wal") else found.st_ctime_ns
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, touched
