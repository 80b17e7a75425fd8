"""Stopping a request on its asker's word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from answerable.audit.event_types import EventType
from answerable.conversations.models import RequestStatus
from answerable.conversations.models.request import ENDED
from answerable.conversations.services.checkpoint_saver import forget
from answerable.conversations.services.finish_request import end_failed
from answerable.conversations.services.manage_sessions import terminate
from answerable.conversations.services.open_requests import cancel
from answerable.conversations.services.run_threads import stop_running
from answerable.kernel.errors import QueryStopped
from answerable.kernel.messages import msg
from answerable.projects.project_trail import name_of, record

if TYPE_CHECKING:
    from answerable.conversations.models import QueryRequest, Session

__all__ = ["cancel_request", "end_session"]


def end_session(session: Session) -> bool:
    """For good, with all that is under way in it or waits. False where it was over already."""
    with transaction.atomic():
        if won := terminate(session):
            told = {"session_id": str(session.pk), "project": session.project.slug}
            record(EventType.SESSION_TERMINATED, told, by=name_of(session.user))
    for request in session.requests.exclude(status__in=ENDED):
        cancel_request(request)
    return won


def cancel_request(request: QueryRequest) -> bool:
    """False where it had ended. Whoever works on it, in this process or another, sees it and stops."""
    waited = request.status == RequestStatus.AWAITING_CONFIRM
    with transaction.atomic():
        won = cancel(request)
        if won and waited:
            _record_refusal(request)
    if won and waited:
        end_failed(request, QueryStopped(msg("common.cancelled_nothing_run"), reason="cancelled"))
        forget(request.pk)
    stop_running(request.pk)
    return won


def _record_refusal(request: QueryRequest) -> None:
    """Who cancels what waits for their word has given it."""
    query = request.queries.last()
    told = {"decision": "cancelled", "rule": "confirm", "sql_hash": query.sql_hash if query else None}
    record(EventType.CONFIRMATION_GIVEN, told, by=name_of(request.session.user), request_id=str(request.pk))
