"""Whether a log is as it was written: every entry's place, parent and hash, in one pass and constant memory."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from answerable.audit.entry import GENESIS, entry_hash

__all__ = ["Verification", "verify_log"]


@dataclass(frozen=True, slots=True)
class Verification:
    entries: int
    """Entries that were found good, counted from the first."""
    bad_line: int | None = None
    problem: str = ""

    @property
    def ok(self) -> bool:
        return self.bad_line is None


def verify_log(path: Path) -> Verification:
    parent, number = GENESIS, 0
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                entry: dict[str, Any] = json.loads(line)
                problem = _problem(entry, number, parent)
                parent = entry.get("hash", "")
            except (ValueError, AttributeError):
                problem = "it is not a JSON object"
            if problem:
                return Verification(number - 1, number, problem)
    return Verification(number)


def _problem(entry: dict[str, Any], number: int, parent: str) -> str:
    try:
        if entry["sequence_number"] != number:
            return f"its sequence number is {entry['sequence_number']}, not {number}"
        if entry["parent_hash"] != parent:
            return "its parent hash is not the hash of the entry before it"
        if entry_hash(parent, entry["timestamp"], entry["event_type"], entry["event_data"]) != entry["hash"]:
            return "its hash does not match its content"
    except KeyError as missing:
        return f"it has no field {missing}"
    return ""
