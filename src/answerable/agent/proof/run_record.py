"""The record of one run: decisions are noted as they are made, and on the disk before anything they allow happens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from answerable.audit.trail import Event
from answerable.kernel.errors import AuditUnavailable

if TYPE_CHECKING:
    from answerable.audit import AuditTrail, Entry
    from answerable.audit.trail import Event
    from answerable.sensitive.redact import Redactor

__all__ = ["RunRecord"]


class RunRecord:
    """Stands in for the trail while a run goes on. What is noted is written with the next entry that must be on the
    disk at once, by one write; `append` returns when all of it is."""

    def __init__(self, trail: AuditTrail, redact: Redactor | None = None) -> None:
        """`redact` takes out what the policy keeps from everybody; secrets the trail takes out itself."""
        self._trail = trail
        self.redact = redact
        self._redacted_question = ""
        self._buffered: list[Event] = []
        self._last: Entry | None = None

    def redact_terms_of(self, question: str) -> None:
        """Words redacted from the question are redacted from every later record of this run."""
        if self.redact and question != self._redacted_question:
            self.redact, self._redacted_question = self.redact.heeding(question), question

    def buffer(self, request_id: str, event_type: str, event_data: dict[str, Any], actor: str) -> None:
        if self.redact and self.redact.knows_more:
            event_data = self.redact(event_data)
        self._buffered.append(Event(request_id, event_type, event_data, actor))

    def append(self, request_id: str, event_type: str, event_data: dict[str, Any], actor: str) -> None:
        self.buffer(request_id, event_type, event_data, actor)
        self.flush()

    def require_writable(self) -> None:
        """Raises AuditUnavailable where nothing could be written."""
        self._trail.require_writable()

    def flush(self) -> None:
        """Raises AuditUnavailable when it cannot be written; the buffer keeps it then."""
        if self._buffered:
            self._last = self._trail.extend(self._buffered)[-1]
            self._buffered.clear()

    def last_position(self) -> dict[str, Any]:
        """Where the entry that was written last stands in the chain."""
        if self._last is None:
            raise RuntimeError("nothing was written yet")
        return {
            "log": self._trail.path.name,
            "sequence_number": self._last.sequence_number,
            "entry_hash": self._last.hash,
        }

    @contextmanager
    def flush_on_error(self) -> Iterator[None]:
        """Writes the buffer also where an exception ends the block."""
        try:
            yield
        except BaseException:
            with suppress(AuditUnavailable):
                self.flush()
            raise
