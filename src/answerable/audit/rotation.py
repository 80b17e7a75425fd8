"""Finished files of a log, and how the chain goes on from one to the next.

Every file begins with sequence 1 and no parent, so that each can be checked alone. A finished `runs.jsonl` becomes
`runs-000001.jsonl` and so on; the first entry of the file after it says how it ended, and so hashes it in.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from answerable.audit.durable import sync_folder
from answerable.audit.events import Event, EventType
from answerable.audit.tail import read_tail

__all__ = ["continuation", "finish", "finished_files"]


def finished_files(log: Path) -> list[Path]:
    """In the order in which they were finished."""
    form = re.compile(rf"{re.escape(log.stem)}-(\d{{6,}}){re.escape(log.suffix)}")
    found = ((form.fullmatch(path.name), path) for path in log.parent.iterdir())
    return [path for _, path in sorted((int(match[1]), path) for match, path in found if match)]


def finish(log: Path) -> Path:
    """Give the log its number. Whoever comes next finds none there and begins the next file."""
    finished = finished_files(log)
    last = int(finished[-1].stem.rpartition("-")[2]) if finished else 0
    target = log.with_name(f"{log.stem}-{last + 1:06d}{log.suffix}")
    log.rename(target)
    sync_folder(log.parent)
    return target


def continuation(log: Path) -> Event | None:
    """The first entry of an empty log that goes on from a finished one; None where nothing came before."""
    finished = finished_files(log)
    if not finished:
        return None
    handle = os.open(finished[-1], os.O_RDONLY)
    try:
        head = read_tail(handle, os.fstat(handle).st_size, finished[-1]).head
    finally:
        os.close(handle)
    data = {"previous_file": finished[-1].name, "previous_entries": head.sequence_number, "previous_hash": head.hash}
    return Event("system", EventType.LOG_ROTATED, data, "system")
