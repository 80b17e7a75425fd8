"""One question in a session, and how far it has come."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone

from answerable.conversations.models.session import Session

__all__ = ["ENDED", "LEGAL", "RUNNING", "WITHOUT_ANSWER", "Ending", "QueryRequest", "RequestStatus"]


class RequestStatus(models.TextChoices):
    PENDING = "pending"
    GENERATING = "generating"
    VALIDATING = "validating"
    AWAITING_CONFIRM = "awaiting_confirm"
    EXECUTING = "executing"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Ending(models.TextChoices):
    """What a request that has ended came to; B's states alone do not tell a question back from an answer."""

    ANSWERED = "answered"
    ASKED_BACK = "asked_back"
    REFUSED = "refused"
    FAILED = "failed"
    CANCELLED = "cancelled"


_S = RequestStatus
LEGAL: dict[RequestStatus, frozenset[RequestStatus]] = {
    _S.PENDING: frozenset({_S.GENERATING, _S.CANCELLED}),
    _S.GENERATING: frozenset({_S.VALIDATING, _S.COMPLETED, _S.FAILED, _S.CANCELLED}),
    _S.VALIDATING: frozenset({_S.GENERATING, _S.AWAITING_CONFIRM, _S.EXECUTING, _S.FAILED, _S.CANCELLED}),
    _S.AWAITING_CONFIRM: frozenset({_S.EXECUTING, _S.CANCELLED}),
    _S.EXECUTING: frozenset({_S.GENERATING, _S.COMPLETED, _S.FAILED, _S.CANCELLED}),
    _S.COMPLETED: frozenset(),
    _S.FAILED: frozenset(),
    _S.CANCELLED: frozenset(),
}
"""Where a request may go from where it is. Going back to `generating` is a repair; from there to
`completed` goes what is asked back."""
RUNNING = frozenset({_S.PENDING, _S.GENERATING, _S.VALIDATING, _S.EXECUTING})
"""A process works on it right now."""
ENDED = frozenset({_S.COMPLETED, _S.FAILED, _S.CANCELLED})
WITHOUT_ANSWER = frozenset({_S.FAILED, _S.CANCELLED})
"""Ended, and nothing came of it."""


class QueryRequest(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="requests")
    question = models.CharField(max_length=1_000)
    lang = models.CharField(max_length=2, default="en")
    requested_at = models.DateTimeField(default=timezone.now, editable=False)
    has_context_reference = models.BooleanField(default=False)
    """It leans on an earlier turn ("and by month?")."""
    status = models.CharField(max_length=20, choices=RequestStatus.choices, default=RequestStatus.PENDING)
    moved_at = models.DateTimeField(default=timezone.now)
    served_by = models.CharField(max_length=36, blank=True)
    """The process that works on it."""
    ending = models.CharField(max_length=10, choices=Ending.choices, blank=True, default="")
    """Empty while it has not ended."""
    outcome = models.TextField(blank=True)
    """The event it ended with, `result` or `error`, as it was sent: JSON with every digit."""
    readings = models.JSONField(default=list, blank=True)
    """What was offered when it was asked back: {text, sql}; a person picks one by its place."""
    basis = models.JSONField(null=True, blank=True)
    """What these readings were made over; see `clarification.Basis`."""
    picked_from = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="picks")
    """The request that was asked back with the reading this one runs."""
    picked_index = models.PositiveSmallIntegerField(null=True, blank=True)
    """The place of that reading among those offered, from 0."""

    class Meta:
        ordering = ["requested_at", "id"]
        indexes = [
            models.Index(fields=["session", "requested_at"], name="requests_of_a_session"),
            models.Index(fields=["status", "moved_at"], name="requests_under_way"),
        ]
        constraints = [
            models.CheckConstraint(condition=models.Q(status__in=RequestStatus.values), name="request_status_is_known"),
            models.UniqueConstraint(
                fields=["picked_from", "picked_index"],
                condition=~models.Q(status__in=sorted(WITHOUT_ANSWER)),
                name="a_reading_is_answered_once",
            ),
        ]

    def __str__(self) -> str:
        return self.question
