"""Proof of everything that was done."""

from answerable.audit.entry import GENESIS, Entry
from answerable.audit.events import EventType
from answerable.audit.opening import open_trail
from answerable.audit.trail import AuditTrail, Event
from answerable.audit.verify import Verification, verify_log

__all__ = ["GENESIS", "AuditTrail", "Entry", "Event", "EventType", "Verification", "open_trail", "verify_log"]
