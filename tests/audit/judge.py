"""The reference reading of a log, as the specification prints it: apart from the product's own, and never changed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

__all__ = ["judge"]


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
