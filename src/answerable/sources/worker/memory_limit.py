"""How much memory a worker may use: the operating system refuses more, and a look from outside sees what it uses."""

from __future__ import annotations

import contextlib
import os
import resource
from collections.abc import Iterator

__all__ = ["Memory", "bound_memory", "resident_bytes"]

_MEGABYTE = 1 << 20
_SLACK_MB = 1_024
"""Address space that threads and allocators reserve without using it."""


@contextlib.contextmanager
def bound_memory(megabytes: int) -> Iterator[None]:
    """Within it, an allocation that would exceed the bound fails at once instead of filling the machine."""
    before, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = _address_space() + (megabytes + _SLACK_MB) * _MEGABYTE
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    with contextlib.suppress(ValueError, OSError):  # a system without this limit still has the look from outside
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    try:
        yield
    finally:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (before, hard))


def _address_space() -> int:
    return _OWN.reserved_bytes() or 0


def resident_bytes(process: int) -> int | None:
    """Physical memory a process uses now; None where the system does not tell or the process is gone."""
    memory = Memory(str(process))
    try:
        return memory.resident()
    finally:
        memory.close()


class Memory:
    """Looks at one process again and again; its account stays open in between."""

    def __init__(self, process: str) -> None:
        try:
            self._account: int | None = os.open(f"/proc/{process}/statm", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            self._account = None

    def reserved_bytes(self) -> int | None:
        return self._bytes(0)

    def resident(self) -> int | None:
        return self._bytes(1)

    def close(self) -> None:
        if self._account is not None:
            os.close(self._account)
            self._account = None

    def _bytes(self, field: int) -> int | None:
        if self._account is None:
            return None
        try:
            return int(os.pread(self._account, 256, 0).split()[field]) * _PAGE
        except (OSError, IndexError):
            return None


_PAGE = os.sysconf("SC_PAGE_SIZE")
_OWN = Memory("self")
