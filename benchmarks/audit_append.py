"""Durable appends to the audit trail against raw write + fsync of the same bytes, taking turns on one file system.

Told are entries a second and the CPU of one append, the kernel's part of the fsync included.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from answerable.audit import AuditTrail, Event

ROUNDS = 40
APPENDS = 25
GROUP = 10
DATA = {
    "tool_name": "sql.run",
    "source": "shop",
    "arguments": {
        "query": "SELECT region, SUM(amount) AS total FROM orders WHERE year = 26 GROUP BY region ORDER BY total DESC",
        "timeout": 30.0,
        "row_limit": 10_000,
    },
}


@dataclass
class Way:
    """One way of writing, and what its rounds took."""

    name: str
    once: Callable[[], object]
    entries: int = 1
    """Written by one call."""
    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def round(self) -> None:
        wall, cpu = time.perf_counter(), time.process_time()
        for _ in range(APPENDS):
            self.once()
        self.wall.append((time.perf_counter() - wall) / APPENDS)
        self.cpu.append((time.process_time() - cpu) / APPENDS)

    def line(self, base: float) -> str:
        rate = self.rate
        cpu = statistics.median(self.cpu) * 1e6
        return f"{self.name:<34} {rate:9.0f} {rate / base:7.2f} {cpu:11.0f} {cpu / self.entries:11.0f}"

    @property
    def rate(self) -> float:
        return self.entries / statistics.median(self.wall)


def raw(path: Path, data: bytes) -> Callable[[], object]:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def once() -> None:
        os.write(handle, data)
        os.fsync(handle)

    return once


def encoding() -> Callable[[], object]:
    """Everything but the disk: what an entry costs to make."""
    from answerable.audit.entry import GENESIS, new_id, now, write_entry

    event = Event("r", "tool_called", DATA, "actor")
    return lambda: write_entry(event, 1, GENESIS, new_id(), now())


def ways(folder: Path) -> list[Way]:
    trail, grouped = AuditTrail(folder / "single"), AuditTrail(folder / "grouped")
    line = trail.append("request", "tool_called", DATA, "actor").line()
    group = [Event("request", "tool_called", DATA, "actor")] * GROUP
    return [
        Way("raw write + fsync", raw(folder / "raw", line)),
        Way("append", lambda: trail.append("request", "tool_called", DATA, "actor")),
        Way(f"raw write + fsync of {GROUP} lines", raw(folder / "raws", line * GROUP), GROUP),
        Way(f"extend by {GROUP}", lambda: grouped.extend(group), GROUP),
        Way("making an entry, no disk", encoding()),
    ]


def threads(path: Path, count: int = 16, appends: int = 50) -> str:
    """Threads of one process that append at the same time."""
    trail = AuditTrail(path)

    def go() -> None:
        for _ in range(appends):
            trail.append("request", "tool_called", DATA, "actor")

    everybody = [threading.Thread(target=go) for _ in range(count)]
    began = time.perf_counter()
    for thread in everybody:
        thread.start()
    for thread in everybody:
        thread.join()
    entries, seconds = count * appends, time.perf_counter() - began
    return f"{count} threads × {appends}: {entries / seconds:.0f} entries/s, {entries / trail.syncs:.1f} an fsync"


def main() -> None:
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        contestants = ways(Path(folder))
        for _ in range(ROUNDS):
            for way in contestants:
                way.round()
        shared = threads(Path(folder) / "threads")
    base = contestants[0].rate
    print(f"{'audit trail':<34} entries/s  of raw CPU µs/call CPU µs/entry  ({ROUNDS} rounds of {APPENDS}, medians)")
    for way in contestants:
        print(way.line(base))
    ratios = [raw / own for raw, own in zip(contestants[0].wall, contestants[1].wall, strict=True)]
    print(shared)
    print(f"append / raw, round by round: median {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
