"""How much memory opening a file takes at most, in this process and its worker together."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from answerable.kernel.settings import Settings
from answerable.sources import open_source
from answerable.sources.worker.memory_limit import resident_bytes

__all__ = ["peak_megabytes"]


def peak_megabytes(path: Path) -> tuple[float, list[float | None]]:
    """The peak while the file is opened, its schema read, and the progress that was told meanwhile.

    What this process and its children held before, from other tests, is not the file's."""
    told: list[float | None] = []
    before = peak = _held()
    over = threading.Event()

    def watch() -> None:
        nonlocal peak
        while not over.wait(0.02):
            peak = max(peak, _held())

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        with open_source(
            str(path), Settings(), folder=path.parent, progress=lambda _, share: told.append(share)
        ) as source:
            assert source.schema().tables
    finally:
        over.set()
        watcher.join()
    return (peak - before) / 1e6, told


def _held() -> int:
    return sum(resident_bytes(process) or 0 for process in (os.getpid(), *_children()))


def _children() -> list[int]:
    return [pid for task in Path("/proc/self/task").iterdir() for pid in _children_of(task)]


def _children_of(task: Path) -> list[int]:
    """None where the thread ended between two looks."""
    try:
        return [int(pid) for pid in (task / "children").read_text().split()]
    except OSError:
        return []
