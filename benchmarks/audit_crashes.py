"""`python -m benchmarks.audit_crashes [KILLS]`: the audit trail against everything that goes wrong, the full numbers.

Writers are killed at random moments, alone and eight at a time; the disk is full; an fsync fails. Told is what was
acknowledged, and how much of it is gone afterwards: nothing, or the run ends with an error.
"""

from __future__ import annotations

import errno
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from unittest.mock import patch

from tests.audit.crashing import Tally, kill_writers, tally

from answerable.audit import AuditTrail, Event
from answerable.kernel.errors import AuditUnavailable

KILLS = 1_000
_NAME = "data_agent_runs.jsonl"


def main(kills: int = KILLS) -> None:
    print(f"{'what happens':<34}", *(f"{name.replace('_', ' '):>12}" for name in Tally.__annotations__), "  seconds")
    told("kill -9 of one writer", lambda folder: kill_writers(folder, kills))
    told("kill -9 of eight writers at once", lambda folder: kill_writers(folder, kills // 8, 8))
    told("the disk is full", lambda folder: full_disk(folder, max(1, kills // 20)))
    told("an fsync fails", lambda folder: failing_fsync(folder, kills))


def told(what: str, run: Callable[[Path], Tally]) -> None:
    began = time.monotonic()
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        found = run(Path(folder))
    print(f"{what:<34}", *(f"{figure:>12}" for figure in asdict(found).values()), f"{time.monotonic() - began:>9.0f}")
    if found.lost or found.forks or found.bad_files or found.mismatches:
        sys.exit("The trail does not hold.")


def full_disk(folder: Path, times: int) -> Tally:
    """A file system of half a megabyte is filled until it refuses, by records of many sizes, and then made larger."""
    chance = random.Random(1)
    acknowledged: list[str] = []
    with small_disk(folder / "disk") as grow:
        trail = AuditTrail(folder / "disk" / _NAME)
        for _ in range(times):
            refused = 0
            while refused < 3:
                event = Event("r", "tool_called", {"text": "x" * chance.choice((10, 500, 20_000))}, "actor")
                try:
                    acknowledged += [entry.hash for entry in trail.extend([event] * chance.choice((1, 3)))]
                except AuditUnavailable:
                    refused += 1
            grow()
        return tally(trail.path, times, acknowledged)


@contextmanager
def small_disk(folder: Path) -> Iterator[Callable[[], None]]:
    folder.mkdir()
    size = 512

    def grow() -> None:
        nonlocal size
        size += 128
        subprocess.run(["mount", "-o", f"remount,size={size}k", str(folder)], check=True)

    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", str(folder)], check=True)
    try:
        yield grow
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def failing_fsync(folder: Path, times: int) -> Tally:
    """The disk says no, before or after it wrote; now and then another process appends in between."""
    chance, real = random.Random(1), os.fsync
    trail, other = AuditTrail(folder / _NAME), AuditTrail(folder / _NAME)
    acknowledged: list[str] = []
    failures = 0

    def unsure(handle: int) -> None:
        if chance.random() < 0.5:
            real(handle)
        if chance.random() < 0.7:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(handle)

    while failures < times:
        with patch.object(os, "fsync", unsure):
            try:
                acknowledged.append(trail.append("r", "tool_called", {"n": failures}, "actor").hash)
            except AuditUnavailable:
                failures += 1
        if chance.random() < 0.2:
            acknowledged.append(other.append("r", "tool_called", {}, "actor").hash)
    return tally(trail.path, failures, acknowledged)


if __name__ == "__main__":
    main(*(int(given) for given in sys.argv[1:]))
