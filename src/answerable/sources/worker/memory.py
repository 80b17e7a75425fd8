"""How much memory a worker may use: the operating system refuses more, and a look from outside sees what it uses."""

from __future__ import annotations

import contextlib
import os
import resource
from collections.abc import Iterator
from pathlib import Path

__all__ = ["bound_memory", "resident_bytes"]

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
    return _pages("self", 0) or 0


def resident_bytes(process: int) -> int | None:
    """Physical memory a process uses now; None where the system does not tell or the process is gone."""
    return _pages(str(process), 1)


def _pages(process: str, field: int) -> int | None:
    try:
        words = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()
    except OSError:
        return None
    return int(words[field]) * os.sysconf("SC_PAGE_SIZE")
