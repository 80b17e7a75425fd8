"""One line of the audit trail: its fields, its hash, its place in the chain."""

from __future__ import annotations

import hashlib
import json
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

__all__ = ["GENESIS", "Entry", "entry_hash"]

GENESIS = "0" * 64
"""Parent hash of the first entry."""


@dataclass(frozen=True, slots=True)
class Entry:
    entry_id: str
    request_id: str
    sequence_number: int
    parent_hash: str
    timestamp: str
    event_type: str
    event_data: dict[str, Any]
    actor: str
    hash: str

    def line(self) -> bytes:
        fields = {name: getattr(self, name) for name in self.__slots__}
        return json.dumps(fields, ensure_ascii=True).encode() + b"\n"


def entry_hash(parent_hash: str, timestamp: str, event_type: str, event_data: dict[str, Any]) -> str:
    payload = f"{parent_hash}{timestamp}{event_type}{json.dumps(event_data, sort_keys=True)}"
    return hashlib.sha256(payload.encode()).hexdigest()


def make_entry(
    *, request_id: str, sequence_number: int, parent_hash: str, event_type: str, event_data: dict[str, Any], actor: str
) -> Entry:
    """`event_data` repeats request, sequence and actor so that the hash covers them too."""
    timestamp = datetime.now(UTC).isoformat(timespec="microseconds")
    covered = {**event_data, "request_id": request_id, "sequence_number": sequence_number, "actor": actor}
    return Entry(
        entry_id=str(uuid.uuid4()),
        request_id=request_id,
        sequence_number=sequence_number,
        parent_hash=parent_hash,
        timestamp=timestamp,
        event_type=event_type,
        event_data=covered,
        actor=actor,
        hash=entry_hash(parent_hash, timestamp, event_type, covered),
    )
