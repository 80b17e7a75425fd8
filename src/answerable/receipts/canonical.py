"""The one way a receipt is written as bytes, so that whoever reads it back can hash and compare exactly these."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

__all__ = ["SEALS", "canonical", "receipt_hash"]

SEALS = frozenset({"receipt_hash", "signature"})
"""What is made from the other fields, so it cannot be among what is hashed."""


def canonical(body: Mapping[str, Any]) -> bytes:
    """JSON with sorted keys and no spaces in UTF-8. Raises ValueError for NaN and infinity, which JSON does not have.

    Half a surrogate pair, which UTF-8 does not have, becomes a question mark."""
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "replace")


def receipt_hash(body: Mapping[str, Any]) -> str:
    """SHA-256 of all fields but the seals."""
    return hashlib.sha256(canonical({name: value for name, value in body.items() if name not in SEALS})).hexdigest()
