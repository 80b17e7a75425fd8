"""Whatever is asked, it ends at its limit, in bounded memory, and the next question is answered."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import pytest

from answerable.kernel.errors import CouldNotAnswer
from answerable.sources import Limits
from answerable.sources.worker.memory_limit import resident_bytes
from answerable.sources.worker.worker_source import WorkerSource
from tests.walls.conftest import Besieged
from tests.walls.statements import own

LIMITS = Limits(rows=1_000, seconds=1.0, memory_mb=256)
A_HANG = 10.0
"""Seconds; ten times the limit. The endless ones run for minutes where nobody stops them, most of them for hours. How
soon after its limit each one ends is measured by `benchmarks/floods.py`, and how long a worker that does not obey is
given is in `tests/sources/test_worker.py`, which no load can change."""
MEASURED = "seconds"
MEGABYTE = 1 << 20
MOST_IN_PARENT = 300 * MEGABYTE
MOST_IN_WORKER = (LIMITS.memory_mb + 384) * MEGABYTE
"""The limit, what an engine takes before its first query, and what it can allocate between two looks."""

pytestmark = pytest.mark.timeout(600)


@dataclass
class Seen:
    """The most memory that was seen while something ran."""

    parent: int = 0
    worker: int = 0


Record = Callable[[str, object], None]


@pytest.mark.slow
def test_every_flood_on_our_own_list_is_stopped(library: Besieged, record_property: Record) -> None:
    groups = own("floods", library.prepared.dialect)
    statements = [statement for group in groups for statement in group.statements]
    record_property(MEASURED, [withstand(library.source, statement) for statement in statements])


def withstand(source: WorkerSource, statement: str) -> float:
    """Seconds until it was over."""
    assert source.run("SELECT 1 AS n", Limits(seconds=60)).table.to_pylist() == [{"n": 1}]
    own_pid = os.getpid()
    at_first = resident_bytes(own_pid) or 0
    with watching(own_pid, source.worker_pid or 0) as seen:
        started = time.monotonic()
        with suppress(CouldNotAnswer):
            source.run(statement, LIMITS)
        seconds = time.monotonic() - started
    assert seconds < A_HANG, statement[:200]
    assert seen.parent - at_first < MOST_IN_PARENT, statement[:200]
    assert seen.worker < MOST_IN_WORKER, statement[:200]
    return seconds


@contextmanager
def watching(parent: int, worker: int) -> Iterator[Seen]:
    seen, over = Seen(), threading.Event()

    def look() -> None:
        while not over.wait(0.02):
            seen.parent = max(seen.parent, resident_bytes(parent) or 0)
            seen.worker = max(seen.worker, resident_bytes(worker) or 0)

    watch = threading.Thread(target=look)
    watch.start()
    try:
        yield seen
    finally:
        over.set()
        watch.join()
