"""The record of one run: decisions are noted as they are made, and on the disk before anything they allow happens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from answerable.errors import AuditUnavailable

if TYPE_CHECKING:
    from answerable.audit import AuditTrail, Entry
    from answerable.audit.trail import Event
    from answerable.sensitive.redacting import Redactor

__all__ = ["Ledger"]


class Ledger:
    """Stands in for the trail while a run goes on. What is noted is written with the next entry that must be on the
    disk at once, by one write; `append` returns when all of it is."""

    def __init__(self, trail: AuditTrail, redact: Redactor | None = None) -> None:
        """`redact` takes out what the policy keeps from everybody; secrets the trail takes out itself."""
        self._trail = trail
        self.redact = redact
        self._heeded = ""
        self._noted: list[Event] = []
        self._last: Entry | None = None

    def heed(self, question: str) -> None:
        """What may not be written of this question is not written in pieces either."""
        if self.redact and question != self._heeded:
            self.redact, self._heeded = self.redact.heeding(question), question

    def note(self, request_id: str, event_type: str, event_data: dict[str, Any], actor: str) -> None:
        from answerable.audit.trail import Event

        if self.redact and self.redact.knows_more:
            event_data = self.redact(event_data)
        self._noted.append(Event(request_id, event_type, event_data, actor))

    def append(self, request_id: str, event_type: str, event_data: dict[str, Any], actor: str) -> None:
        self.note(request_id, event_type, event_data, actor)
        self.flush()

    def demand(self) -> None:
        """Raises AuditUnavailable where nothing could be written."""
        self._trail.demand()

    def flush(self) -> None:
        """Raises AuditUnavailable when it cannot be written; it is noted still."""
        if self._noted:
            self._last = self._trail.extend(self._noted)[-1]
            self._noted.clear()

    def place(self) -> dict[str, Any]:
        """Where in the chain the entry stands that was written last."""
        if self._last is None:
            raise RuntimeError("nothing was written yet")
        return {
            "log": self._trail.path.name,
            "sequence_number": self._last.sequence_number,
            "entry_hash": self._last.hash,
        }

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Whatever breaks off what is done within it, what was noted by then is written."""
        try:
            yield
        except BaseException:
            with suppress(AuditUnavailable):
                self.flush()
            raise
