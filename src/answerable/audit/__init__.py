"""Proof of everything that was done."""

from answerable.audit.checkpoints import Checkpoint, CheckpointStore
from answerable.audit.entry import GENESIS, Entry
from answerable.audit.events import EventType
from answerable.audit.evidence import Evidence, export_evidence
from answerable.audit.evidence_check import EvidenceCheck, check_evidence
from answerable.audit.opening import open_trail
from answerable.audit.places import FolderKey, Place, checkpoint_place
from answerable.audit.reading import entries_about, entries_of, entry_at
from answerable.audit.sealing import Sealer
from answerable.audit.signing import SigningKey, key_id_of, verify_signature
from answerable.audit.trail import AuditTrail, Event
from answerable.audit.verify import TrailVerification, Verification, verify_log, verify_trail

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
