"""One line of the audit trail: its fields, its hash, its place in the chain, and the only way it is written.

A line is `json.dumps` of the fields in the order below, with the keys of `event_data` sorted: the bytes of `event_data`
in the line are the bytes that are hashed.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from hashlib import sha256
from json.encoder import encode_basestring_ascii as _quoted
from os import register_at_fork, urandom
from time import time_ns
from typing import Any, NamedTuple

from answerable.audit.event_types import Event
from answerable.audit.write.canonical_event import canonical_text

__all__ = ["GENESIS", "Entry", "entry_hash", "new_id", "now", "write_entry"]

GENESIS = "0" * 64
"""Parent hash of the first entry."""


class Entry(NamedTuple):
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
        fields = self._asdict()
        fields["event_data"] = json.loads(json.dumps(self.event_data, sort_keys=True))
        return json.dumps(fields).encode("ascii") + b"\n"


def entry_hash(parent_hash: str, timestamp: str, event_type: str, event_data: dict[str, Any]) -> str:
    text = json.dumps(event_data, sort_keys=True)
    return sha256(f"{parent_hash}{timestamp}{event_type}{text}".encode()).hexdigest()


def write_entry(
    event: Event, sequence_number: int, parent_hash: str, entry_id: str, timestamp: str
) -> tuple[Entry, bytes]:
    """The entry and its line. `event_data` repeats entry, request, sequence and actor, so that the hash covers all."""
    request_id, named, data, actor = event
    event_type = str(named)
    repeated = {"entry_id": entry_id, "request_id": request_id, "sequence_number": sequence_number, "actor": actor}
    text, covered = canonical_text({**data, **repeated})
    hashed = sha256(f"{parent_hash}{timestamp}{event_type}{text}".encode()).hexdigest()
    line = (
        f'{{"entry_id": "{entry_id}", "request_id": {_quoted(request_id)}, "sequence_number": {sequence_number}, '
        f'"parent_hash": "{parent_hash}", "timestamp": "{timestamp}", "event_type": {_quoted(event_type)}, '
        f'"event_data": {text}, "actor": {_quoted(actor)}, "hash": "{hashed}"}}\n'
    )
    entry = Entry(entry_id, request_id, sequence_number, parent_hash, timestamp, event_type, covered, actor, hashed)
    return entry, line.encode("ascii")


_ids: list[str] = []
"""Made and not given yet: chance is had from the system for many at once, because a call of it costs more than the
rest. Never of two processes."""
_MANY_IDS = 64
register_at_fork(after_in_child=_ids.clear)


def new_id() -> str:
    try:
        return _ids.pop()
    except IndexError:
        digits = urandom(16 * _MANY_IDS).hex()
        first, *others = (_uuid(digits[at : at + 32]) for at in range(0, len(digits), 32))
        _ids.extend(others)
        return first


def _uuid(digits: str) -> str:
    """A random one; much quicker than one that knows it is."""
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"


_second = (-1, "")
"""The one of the last `now`, and how it is written."""


def now() -> str:
    """What the clock says, be it before what it said last."""
    global _second
    seconds, rest = divmod(time_ns(), 1_000_000_000)
    known, written = _second
    if seconds != known:
        written = datetime.fromtimestamp(seconds, UTC).isoformat()[:19]
        _second = (seconds, written)
    return f"{written}.{rest // 1000:06d}+00:00"
