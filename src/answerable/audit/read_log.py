"""Reading a log: its lines in blocks, the entries of one request, the entry at a place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from answerable.audit.entry import Entry
from answerable.audit.event_types import EventType
from answerable.audit.log_files import LogPart, log_parts, open_settled
from answerable.audit.verify.line_form import TYPES
from answerable.audit.write.log_tail import LONGEST_LINE

__all__ = ["LineTooLong", "blocks", "entries_about", "entries_of", "entry_at", "entry_of_line", "first_entry"]

_BLOCK = 64 * 1024
"""Bytes. The memory of longer ones goes back to the system after each, and to get it again costs more than to read."""


class LineTooLong(ValueError):
    """A line that no entry is as long as."""

    def __init__(self) -> None:
        super().__init__("a line is longer than an entry may be")


def blocks(file: BinaryIO, size: int, start: int = 0) -> Iterator[tuple[list[bytes], bytes]]:
    """Whole lines (with their line ends), many at a time, from `start` up to `size`; and what follows them so far.

    What follows the lines of the last block is a line that breaks off."""
    file.seek(start)
    rest = b""
    while start < size and (block := file.read(min(max(_BLOCK, len(rest)), size - start))):
        start += len(block)
        lines = BytesIO(rest + block).readlines()  # `split` takes five times as long
        rest = b"" if lines[-1].endswith(b"\n") else lines.pop()
        if len(rest) > LONGEST_LINE:
            raise LineTooLong
        yield lines, rest


def lines_of(part: LogPart) -> Iterator[bytes]:
    """Without their line ends."""
    with open_settled(part) as (file, size):
        for lines, _ in blocks(file, size):
            for line in lines:
                yield line[:-1]


def entries_of(path: Path, request_id: str) -> Iterator[Entry]:
    """What was recorded of one request, in order, over every file of the log. Lines that are no entries are left out:
    whether there are any is what verification tells."""
    for _, entry in located_entries(path, request_id):
        yield entry


def entries_about(path: Path, request_id: str) -> Iterator[Entry]:
    """Those, and how each re-check of the request's answer ended: a re-check is a request of its own."""
    for _, entry in _located(path, ("request_id", "rechecked_request"), request_id):
        is_recheck = entry.event_type == EventType.ANSWER_RECHECKED
        if entry.request_id == request_id or (is_recheck and entry.event_data.get("rechecked_request") == request_id):
            yield entry


def located_entries(path: Path, request_id: str) -> Iterator[tuple[str, Entry]]:
    """Entries of a request with the name of the file that holds each."""
    for name, entry in _located(path, ("request_id",), request_id):
        if entry.request_id == request_id:
            yield name, entry


def _located(path: Path, keys: Sequence[str], request_id: str) -> Iterator[tuple[str, Entry]]:
    """Entries that have the id under one of the keys, at any depth. Only these lines are parsed."""
    wanted = [f'"{key}": {json.dumps(request_id)}'.encode() for key in keys]
    for part in log_parts(path):
        for line in lines_of(part):
            for text in wanted:
                if text in line and (entry := entry_of_line(line)):
                    yield part.name, entry
                    break


def entry_at(path: Path, sequence: int) -> Entry | None:
    """The entry with that number in the one file at `path`. Raises LineTooLong where none can be told before it."""
    line = next(islice(lines_of(LogPart.alone(path)), sequence - 1, None), None)
    return None if line is None else entry_of_line(line)


def first_entry(part: LogPart) -> Entry | None:
    """None where the file is empty, or its first line is no entry."""
    try:
        return entry_of_line(next(lines_of(part), b""))
    except LineTooLong:
        return None


def entry_of_line(line: bytes) -> Entry | None:
    try:
        fields: Any = json.loads(line.decode("ascii"))
        entry = Entry(**fields)
    except (ValueError, TypeError, RecursionError):
        return None
    return entry if all(type(fields[name]) is kind for name, kind in TYPES.items()) else None
