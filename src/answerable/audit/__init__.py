"""Proof of everything that was done."""

from answerable.audit.entry import GENESIS, Entry
from answerable.audit.trail import AuditTrail
from answerable.audit.verify import Verification, verify_log

__all__ = ["GENESIS", "AuditTrail", "Entry", "Verification", "verify_log"]
