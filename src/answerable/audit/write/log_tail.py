"""The end of a log: where the chain stands, and what a crash left behind it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import NamedTuple

from answerable.audit.entry import GENESIS
from answerable.kernel.errors import AuditUnavailable
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg

__all__ = ["BEGINNING", "LONGEST_LINE", "Head", "Tail", "read_tail"]

LONGEST_LINE = 16 * 1024 * 1024
"""Bytes of one entry. Nothing longer is written, and no longer line is looked for."""
_FIRST_LOOK = 8 * 1024
"""Bytes first read back from the end to find the last line; doubled until the line is whole."""
_HASH = re.compile(r"[0-9a-f]{64}")


class Head(NamedTuple):
    """Where the chain stands: its last entry. (A tuple: one is made with every write.)"""

    sequence_number: int
    hash: str


BEGINNING = Head(0, GENESIS)


@dataclass(frozen=True, slots=True)
class Tail:
    head: Head
    end: int
    """Where the last whole line ends."""
    torn: bytes
    """What stands after it: half an entry, never acknowledged."""


def read_tail(handle: int, size: int, path: Path) -> Tail:
    """Raises AuditUnavailable where the last line is no entry: then nothing may be chained to it."""
    reach = _FIRST_LOOK
    while True:
        start = max(0, size - reach)
        data = os.pread(handle, size - start, start)
        end = data.rfind(b"\n") + 1
        begin = data.rfind(b"\n", 0, max(end - 1, 0)) + 1
        if start == 0 or begin > 0:
            return Tail(_head_of(data[begin:end], path), start + end, data[end:])
        if reach > 2 * LONGEST_LINE:
            raise _no_entry(path)
        reach *= 2


def _head_of(line: bytes, path: Path) -> Head:
    if not line:
        return BEGINNING
    try:
        entry = json.loads(line)
        number, chained = entry["sequence_number"], entry["hash"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _no_entry(path) from None
    if (
        type(number) is not int
        or not 0 < number < 1 << 62
        or not isinstance(chained, str)
        or not _HASH.fullmatch(chained)
    ):
        raise _no_entry(path)
    return Head(number, chained)


def _no_entry(path: Path) -> AuditUnavailable:
    return AuditUnavailable(
        msg("audit.last_line_not_an_entry", path=path),
        hint=msg("audit.trail_was_changed"),
    )
