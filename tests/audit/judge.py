"""The reference reading of a log, as the specification prints it: apart from the product's own, and never changed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from answerable.audit import AuditTrail
from answerable.kernel.errors import AuditUnavailable

__all__ = ["changed_on_purpose", "is_good_after_recovery", "judge"]

_CHANGED: set[Path] = set()


def changed_on_purpose(log: Path) -> Path:
    """A test spoils this log: it is not judged when the session ends."""
    _CHANGED.add(log.absolute())
    return log


def is_good_after_recovery(log: Path) -> bool:
    """Whether the judge accepts it; where a process was killed in mid-write, once the next one has appended."""
    if log.absolute() in _CHANGED:
        return True
    try:
        if log.stat().st_size and not log.read_bytes().endswith(b"\n"):
            AuditTrail(log).append("system", "policy_decision", {"decision": "recovered"}, "system")
        return judge(log)
    except (AuditUnavailable, ValueError, KeyError, TypeError):
        return False


def judge(log_path: Path) -> bool:
    return bool(verify_audit_chain(log_path))


def verify_audit_chain(log_path: Any) -> Any:
    with open(log_path, "r") as f:  # noqa: PTH123, UP015
        entries = [json.loads(line) for line in f]

    for i, entry in enumerate(entries):
        # Check sequence
        if entry["sequence_number"] != i + 1:
            return False

        # Check parent hash
        expected_parent = entries[i - 1]["hash"] if i > 0 else "0" * 64
        if entry["parent_hash"] != expected_parent:
            return False

        # Check hash computation
        payload = f"{entry['parent_hash']}{entry['timestamp']}{entry['event_type']}{json.dumps(entry['event_data'], sort_keys=True)}"  # noqa: E501
        computed_hash = hashlib.sha256(payload.encode()).hexdigest()
        if computed_hash != entry["hash"]:
            return False

    return True
