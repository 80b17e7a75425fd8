"""How many translators a machine has use for: each takes a core while it reads, and some 220 MB."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["core_count", "processes_on"]

_QUOTA = Path("/sys/fs/cgroup/cpu.max")
"""What a container may use: microseconds of each period, or `max`."""


def processes_on(cores: int, wanted: int) -> int:
    """One on a machine of one core, where a second would only take memory; else as many as are wanted."""
    return 1 if cores <= 1 else wanted


def core_count(quota: Path = _QUOTA) -> int:
    """That this process may use, within a container too."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        most, period = quota.read_text().split()
        return max(1, min(cores, int(most) // int(period)))
    except (OSError, ValueError):  # no container, or one without a bound
        return cores
