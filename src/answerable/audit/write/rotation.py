"""Finished files of a log, and how the chain goes on from one to the next.

Every file begins with sequence 1 and no parent, so that each can be checked alone. A finished `runs.jsonl` becomes
`runs-000001.jsonl` and so on; the first entry of the file after it says how it ended, and so hashes it in.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from answerable.audit.entry import new_id
from answerable.audit.event_types import Event, EventType
from answerable.audit.plain_files import open_plain
from answerable.audit.sign.merkle import Frontier, leaf_hash
from answerable.audit.write.durable_files import sync_folder
from answerable.audit.write.log_tail import LONGEST_LINE, read_tail

__all__ = ["continuation", "finish", "finished_files", "name_after"]

_BUFFER = 256 * 1024


def finished_files(log: Path) -> list[Path]:
    """In the order in which they were finished."""
    form = re.compile(rf"{re.escape(log.stem)}-((?!0{{6}})[0-9]{{6}}|[1-9][0-9]{{6,17}}){re.escape(log.suffix)}")
    found = ((form.fullmatch(path.name), path) for path in log.parent.iterdir())
    return [path for _, path in sorted((int(match[1]), path) for match, path in found if match)]


def name_after(log: Path, finished: Sequence[Path]) -> str:
    """The name that the file now written will have: its number is one more than the last."""
    last = int(finished[-1].stem.rpartition("-")[2]) if finished else 0
    return f"{log.stem}-{last + 1:06d}{log.suffix}"


def finish(log: Path) -> Path:
    """Give the log its number. Whoever comes next finds none there and begins the next file."""
    target = log.with_name(name_after(log, finished_files(log)))
    log.rename(target)
    sync_folder(log.parent)
    return target


def continuation(log: Path) -> Event | None:
    """The first entry of an empty log that goes on from a finished one; None where nothing came before."""
    finished = finished_files(log)
    if not finished:
        return None
    last = finished[-1]
    with open_plain(last, buffering=_BUFFER) as file:
        head = read_tail(file.fileno(), os.fstat(file.fileno()).st_size, last).head
        frontier = Frontier()
        while line := file.readline(LONGEST_LINE + 1):
            frontier.append(leaf_hash(line.removesuffix(b"\n")))
    data = {
        "previous_file": last.name,
        "previous_entries": head.sequence_number,
        "previous_hash": head.hash,
        "previous_root": frontier.root.hex(),
    }
    return Event(new_id(), EventType.LOG_ROTATED, data, "system")
