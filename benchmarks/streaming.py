"""`python -m benchmarks.streaming`: events a second of a chat's stream, against bare Django sending the same bytes.

Both are views of one uvicorn behind the same middleware (`streaming_views`) and take turns.
"""

from __future__ import annotations

import http.client
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

ROUNDS = 15
_SERVE = """
import uvicorn
how = {"lifespan": "off", "ws": "none", "log_config": None, "access_log": False}
uvicorn.run("benchmarks.streaming_views:application", fd=%d, **how)
"""


def main() -> None:
    with _serving() as server:
        said = server.read("/ours")
        assert said == server.read("/bare") and said.count(b"event: ") > 1_000
        turns = [(server.measured("/ours"), server.measured("/bare")) for _ in range(ROUNDS)]
    events = said.count(b"event: ")
    print(f"{events:,} events of {len(said) // events} bytes, {ROUNDS} turns each, medians; events a second of")
    for name in ("cpu", "wall"):
        _report(name, events, [(getattr(ours, name), getattr(bare, name)) for ours, bare in turns])


def _report(name: str, events: int, pairs: list[tuple[float, float]]) -> None:
    ours, bare = (statistics.median(times) for times in zip(*pairs, strict=True))
    ratios = sorted(of_bare / of_ours for of_ours, of_bare in pairs)
    figures = f"Answerable {events / ours:>8,.0f}   bare Django {events / bare:>8,.0f}"
    print(f"{name:<5} {figures}   ratio {statistics.median(ratios):.2f} ({ratios[0]:.2f}–{ratios[-1]:.2f})")


@dataclass(frozen=True)
class Spent:
    """Seconds for one whole stream."""

    cpu: float
    """Of the server's process."""
    wall: float


@dataclass(frozen=True)
class Server:
    pid: int
    address: tuple[str, int]

    def read(self, where: str) -> bytes:
        with closing(http.client.HTTPConnection(*self.address, timeout=60)) as connection:
            connection.request("GET", where)
            return connection.getresponse().read()

    def measured(self, where: str) -> Spent:
        cpu, began = _cpu_seconds(self.pid), time.perf_counter()
        self.read(where)
        return Spent(_cpu_seconds(self.pid) - cpu, time.perf_counter() - began)


def _cpu_seconds(pid: int) -> float:
    """By Linux's clock of another process's CPU time, named as clock_getcpuclockid(3) does."""
    return time.clock_gettime((~pid << 3) | 2)


@contextmanager
def _serving() -> Iterator[Server]:
    with socket.socket() as listening, tempfile.TemporaryDirectory() as folder:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        command = [sys.executable, "-c", _SERVE % listening.fileno()]
        environ = {**os.environ, "ANSWERABLE_WORKSPACE": folder}
        with subprocess.Popen(command, env=environ, pass_fds=[listening.fileno()]) as process:
            try:
                yield Server(process.pid, listening.getsockname())
            finally:
                process.terminate()


if __name__ == "__main__":
    main()
