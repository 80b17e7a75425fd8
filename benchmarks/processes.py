"""What a process and all it started use, read from /proc while a block runs."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

__all__ = ["Watch", "family"]

_TICKS = os.sysconf("SC_CLK_TCK")


class Watch:
    def __init__(self, pid: int) -> None:
        self.most_mb = 0.0
        """Proportional set size: what is shared counts once."""
        self.most_threads = 0
        """Of any one process."""
        self.most_processes = 0
        self.cpu_seconds = 0.0
        self._pid = pid
        self._seen: dict[int, str] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look_on)

    def __enter__(self) -> Watch:
        self._began = {pid: _cpu(pid) for pid in family(self._pid)}
        self._spent = dict(self._began)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()
        self._look()
        self.cpu_seconds = sum(spent - self._began.get(pid, 0.0) for pid, spent in self._spent.items())

    def still_running(self) -> list[int]:
        """Of all that were seen; those that end within a moment count as ended."""
        ends = time.monotonic() + 5
        while (
            alive := [pid for pid, began in self._seen.items() if _started(pid) == began]
        ) and time.monotonic() < ends:
            time.sleep(0.1)
        return alive

    def _look_on(self) -> None:
        while not self._over.wait(0.5):
            self._look()

    def _look(self) -> None:
        pids = family(self._pid)
        self._seen |= {pid: _started(pid) for pid in pids}
        self._spent |= {pid: _cpu(pid) for pid in pids}
        self.most_processes = max(self.most_processes, len(pids))
        self.most_threads = max(self.most_threads, *(_threads(pid) for pid in pids), 0)
        self.most_mb = max(self.most_mb, sum(_megabytes(pid) for pid in pids))


def family(pid: int) -> list[int]:
    """The process and all it started, those that still run."""
    children: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            children += map(int, (task / "children").read_text().split())
    return [pid, *(one for child in children for one in family(child))]


def _fields(pid: int) -> list[str]:
    """Of /proc/PID/stat, from the third on; a dead process has only noughts."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return ["0"] * 50


def _cpu(pid: int) -> float:
    fields = _fields(pid)
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _threads(pid: int) -> int:
    return int(_fields(pid)[17])


def _started(pid: int) -> str:
    """When; tells a process from a later one of the same number. Empty for one that has ended."""
    fields = _fields(pid)
    return "" if fields[0] in ("0", "Z") else fields[19]


def _megabytes(pid: int) -> float:
    with suppress(OSError):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
    return 0.0
