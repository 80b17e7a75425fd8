"""Receipts of a small table, signed with a key of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from answerable.audit.sign.signing_key import SigningKey, verify_signature
from answerable.kernel.fingerprint import fingerprint_of
from answerable.receipts import Given, Read, Receipt, describe, keep, read_receipt

__all__ = ["KEY", "SALES", "described", "draft", "kept", "read"]

KEY = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
SALES = pa.table({"country": ["Germany", "France", "Korea"], "total": [10.5, 7.25, 3.0], "orders": [4, 2, 1]})


def described(table: pa.Table, *, is_ordered: bool = False, masked: tuple[int, ...] = ()) -> dict[str, Any]:
    fingerprint = fingerprint_of(table)
    given = Given(table=table, fingerprint=fingerprint, is_truncated=False, is_ordered=is_ordered, masked=masked)
    return describe(given, "salt")


def draft(**changes: Any) -> Receipt:
    plain: dict[str, Any] = {
        "receipt_id": "salt",
        "request_id": "request-1",
        "created_at": "2026-11-16T09:00:00+00:00",
        "question": "국가별 매출은?",
        "lang": "ko",
        "path": "embedded",
        "model": "embedded",
        "source": {"name": "shop.db", "kind": "sqlite", "dialect": "sqlite", "spec": ["shop.db"]},
        "sql": "SELECT country, total, orders FROM sales",
        "schema_fingerprint": "f" * 64,
        "tables": {"sales": "a" * 16},
        "knowledge": [],
        "policy": {"fingerprint": "", "role": "", "decisions": [{"decision": "allow", "rule": "all"}]},
        "limits": {"rows": 10_000, "seconds": 30.0, "memory_mb": 2_048},
        "confirm": {"by": "auto", "hash": "b" * 64},
        "result": described(SALES),
        "answer": {
            "text": "Germany leads with 10.5.",
            "figures": [{"text": "10.5", "row": 0, "column": "total", "value": 10.5, "label": "Germany"}],
        },
        "trust": "checked",
        "confidence": 0.9,
        "versions": {"answerable": "0.1.0", "engine": "apsw 3.54"},
        "origin": {
            "is_edited": False,
            "builds_on_edit": False,
            "shown_hash": "",
            "ran_hash": "b" * 64,
            "reading": None,
            "read_at": "2026-11-16T09:00:00.000000+00:00",
            "is_from_cache": False,
        },
        "chain": {"log": "data_agent_runs.jsonl", "sequence_number": 4, "entry_hash": "c" * 64},
    }
    return Receipt(**{**plain, **changes})


def kept(folder: Path, **changes: Any) -> Path:
    path = folder / "receipt.json"
    keep(draft(**changes).seal(KEY), path)
    return path


def read(path: Path) -> Read:
    return read_receipt(path, verify_signature)
