"""Half an entry that a crash left: never acknowledged, never thrown away.

First it is kept beside the log, then cut off, then recorded in the chain, then given the name that the record has. A
crash between any two of these is made good by whoever looks next.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from answerable.audit.entry import new_id
from answerable.audit.event_types import Event, EventType
from answerable.audit.plain_files import read_plain
from answerable.audit.write.durable_files import write_durably
from answerable.audit.write.log_tail import LONGEST_LINE

__all__ = ["set_aside", "settle", "unrecorded_repair"]

_MOST_BYTES = 8 * LONGEST_LINE


def set_aside(log: Path, handle: int, end: int, torn: bytes) -> None:
    """Keep the bytes, then cut them off the log (by its handle)."""
    kept = _kept(log) or b""
    if not kept.endswith(torn):
        write_durably(_waiting(log), kept + torn)
    os.ftruncate(handle, end)


def unrecorded_repair(log: Path) -> Event | None:
    """What must be recorded before anything else: that something was set aside."""
    if (kept := _kept(log)) is None:
        return None
    data = {"torn_bytes": len(kept), "torn_sha256": hashlib.sha256(kept).hexdigest(), "kept_in": _name(log, kept)}
    return Event(new_id(), EventType.LOG_REPAIRED, data, "system")


def settle(log: Path) -> None:
    """It is recorded: give it the name the record has."""
    waiting = _waiting(log)
    waiting.replace(waiting.with_name(_name(log, _kept(log) or b"")))


def _kept(log: Path) -> bytes | None:
    """What waits to be recorded. Raises OSError where that cannot be what we kept."""
    try:
        return read_plain(_waiting(log), _MOST_BYTES)
    except FileNotFoundError:
        return None


def _waiting(log: Path) -> Path:
    return log.with_name(f"{log.name}.torn")


def _name(log: Path, kept: bytes) -> str:
    return f"{log.name}.torn-{hashlib.sha256(kept).hexdigest()[:16]}"
