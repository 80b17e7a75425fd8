"""Proof of one answer: what was asked, what ran on what, under which rules, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields, replace
from pathlib import Path
from typing import Any, Protocol

from answerable.kernel.light_dataclass import dataclass
from answerable.receipts.receipt_json import canonical, sealed_with

__all__ = ["SCHEMA", "Receipt", "Signer", "signed_text"]

SCHEMA = "answerable.receipt/1"


class Signer(Protocol):
    @property
    def public_key(self) -> str:
        """Ed25519, as hex."""

    def sign(self, data: bytes) -> str:
        """The signature as hex."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The fields of the file, under its names. Nested values are plain: what JSON has."""

    schema: str = SCHEMA
    receipt_id: str
    request_id: str
    created_at: str
    question: str
    lang: str
    path: str
    """How the SQL was come by: `embedded`, `verified_query`, `metric`, …"""
    model: str
    source: dict[str, Any]
    """`name`, `kind`, `dialect`, and `spec`: what was given to open it, secrets masked."""
    sql: str
    parameters: list[Any] = field(default_factory=list)
    """Bound values. None today: dates and values of a question are written into the SQL."""
    schema_fingerprint: str
    tables: dict[str, str]
    """Each table that was read → fingerprint of its columns and types."""
    knowledge: list[dict[str, str]]
    """`kind`, `name` and `version` of what had a part in it."""
    policy: dict[str, Any]
    """`fingerprint`, `role`, and `decisions`."""
    limits: dict[str, Any]
    """`rows`, `seconds`, `memory_mb`."""
    confirm: dict[str, str]
    """`by` whom the query was approved, and the `hash` of the text that was."""
    result: dict[str, Any]
    """See `results.describe`."""
    answer: dict[str, Any]
    """`text`, and `figures`: each with its text, its cell, the cell's value and what its row is called."""
    trust: str
    confidence: float | None
    """None where a person edited the SQL."""
    versions: dict[str, str]
    chain: dict[str, Any]
    """`log`, `sequence_number` and `entry_hash` of the audit entry that was written before the query ran."""
    origin: dict[str, Any] | None = None
    """How the query came to be: `is_edited`, `builds_on_edit`, `shown_hash` and `ran_hash` (of the text that a person
    was asked to approve, and of the one that ran), the `reading` that was picked, and when its data was read. None in
    receipts of versions that did not write it."""
    model_use: dict[str, Any] | None = None
    """What a language model was told and took: see `kernel.model_use`. Only in receipts of answers that it was asked
    for."""
    public_key: str = ""
    """Of whoever signed it; empty where nobody did."""
    receipt_hash: str = ""
    signature: str = ""
    file: Path | None = field(default=None, compare=False)
    """Where it is kept; no part of it."""
    written: bytes = field(default=b"", compare=False, repr=False)
    """The file's bytes, where they were made already."""

    def body(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in NAMES if name not in OPTIONAL or getattr(self, name) is not None}

    @property
    def is_edited(self) -> bool:
        """A person edited the SQL before it ran."""
        return bool(self.origin and self.origin["is_edited"])

    def data(self) -> bytes:
        """The file, to the byte."""
        return self.written or canonical(self.body()) + b"\n"

    def seal(self, signer: Signer | None, file: Path | None = None) -> Receipt:
        """With its hash and, where there is a signer, the signature over it."""
        public_key = signer.public_key if signer else ""

        def sign(digest: str) -> str:
            return signer.sign(signed_text(digest)) if signer else ""

        written, digest, signature = sealed_with(self.body() | {"public_key": public_key}, sign)
        return replace(
            self,
            public_key=public_key,
            receipt_hash=digest,
            signature=signature,
            file=file,
            written=written,
        )

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> Receipt:
        """`body` has passed `shape.problem`."""
        return cls(**{name: body[name] for name in NAMES if name in body})


OPTIONAL = frozenset({"model_use", "origin"})
"""Not in the file where there is nothing to say."""
NAMES = tuple(one.name for one in fields(Receipt) if one.compare)


def signed_text(receipt_hash: str) -> bytes:
    """What is signed says what it is, so that no signature under something else can stand for one under a receipt."""
    return f"{SCHEMA}\n{receipt_hash}".encode()
