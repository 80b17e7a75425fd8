"""Proof of everything that was done."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from answerable.audit.entry import GENESIS, Entry
    from answerable.audit.event_types import EventType
    from answerable.audit.read_log import entries_about, entries_of, entry_at
    from answerable.audit.sign.checkpoint_folders import FolderKey, Place, checkpoint_place
    from answerable.audit.sign.checkpoints import Checkpoint, CheckpointStore
    from answerable.audit.sign.seal_log import Sealer
    from answerable.audit.sign.signing_key import SigningKey, key_id_of, verify_signature
    from answerable.audit.trail import AuditTrail, Event
    from answerable.audit.verify.evidence import Evidence, export_evidence
    from answerable.audit.verify.evidence_check import EvidenceCheck, check_evidence
    from answerable.audit.verify.verify_log import TrailVerification, Verification, verify_log, verify_trail
    from answerable.audit.write.open_trail import open_trail

__all__ = [
    "GENESIS",
    "AuditTrail",
    "Checkpoint",
    "CheckpointStore",
    "Entry",
    "Event",
    "EventType",
    "Evidence",
    "EvidenceCheck",
    "FolderKey",
    "Place",
    "Sealer",
    "SigningKey",
    "TrailVerification",
    "Verification",
    "check_evidence",
    "checkpoint_place",
    "entries_about",
    "entries_of",
    "entry_at",
    "export_evidence",
    "key_id_of",
    "open_trail",
    "verify_log",
    "verify_signature",
    "verify_trail",
]

_HOMES = {
    "entry": (
        "GENESIS",
        "Entry",
    ),
    "event_types": ("EventType",),
    "read_log": (
        "entries_about",
        "entries_of",
        "entry_at",
    ),
    "sign.checkpoint_folders": (
        "FolderKey",
        "Place",
        "checkpoint_place",
    ),
    "sign.checkpoints": (
        "Checkpoint",
        "CheckpointStore",
    ),
    "sign.seal_log": ("Sealer",),
    "sign.signing_key": (
        "SigningKey",
        "key_id_of",
        "verify_signature",
    ),
    "trail": (
        "AuditTrail",
        "Event",
    ),
    "verify.evidence": (
        "Evidence",
        "export_evidence",
    ),
    "verify.evidence_check": (
        "EvidenceCheck",
        "check_evidence",
    ),
    "verify.verify_log": (
        "TrailVerification",
        "Verification",
        "verify_log",
        "verify_trail",
    ),
    "write.open_trail": ("open_trail",),
}
"""Module → the public names it holds; it is loaded when one of them is first asked for."""


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
