"""How a request ends: its last state, the event that tells it, and what the transcript says, all or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from answerable.conversations.models import MessageRole, QueryRequest, RequestStatus
from answerable.conversations.services import events
from answerable.conversations.services.requests import move
from answerable.conversations.services.results import keep
from answerable.conversations.services.transcript import add_message
from answerable.errors import AnswerableError, CouldNotAnswer, NeedsClarification, QueryStopped

if TYPE_CHECKING:
    from answerable.answers.answer import Answer
    from answerable.clarification import Basis, Clarification
    from answerable.conversations.models import GeneratedQuery

__all__ = ["end_answered", "end_asked_back", "end_failed", "end_interrupted"]

Event = dict[str, Any]


@transaction.atomic
def end_answered(request: QueryRequest, query: GeneratedQuery, answer: Answer) -> Event | None:
    """None where somebody cancelled it first; then nothing of it is kept."""
    result = keep(query, answer)
    event = events.result(request, result, answer)
    marked = {"is_edited": True} if answer.is_edited else {}
    if not _end(request, RequestStatus.COMPLETED, event, answer.text, marked):
        transaction.set_rollback(True)
        return None
    return event


@transaction.atomic
def end_asked_back(request: QueryRequest, clarification: Clarification, basis: Basis | None) -> Event:
    error = NeedsClarification(clarification.question, clarification=clarification)
    event = events.asked_back(request, error, clarification)
    readings = [{"text": reading.text, "sql": reading.sql} for reading in clarification.readings]
    _end(request, RequestStatus.FAILED, event, clarification.question, readings=readings, basis=_kept(basis, request))
    return event


def _kept(basis: Basis | None, request: QueryRequest) -> dict[str, Any] | None:
    if basis is None:
        return None
    return {**basis.as_dict(), "source_ids": sorted(str(source.pk) for source in request.session.sources.all())}


@transaction.atomic
def end_failed(request: QueryRequest, error: AnswerableError) -> Event:
    """`cancelled` where the asker wanted it so, or where it had not begun."""
    event = events.error(request, error)
    wanted = isinstance(error, QueryStopped) and error.reason == "cancelled"
    unbegun = request.status == RequestStatus.PENDING
    _end(request, RequestStatus.CANCELLED if wanted or unbegun else RequestStatus.FAILED, event, error.line())
    return event


def end_interrupted(request: QueryRequest) -> bool:
    """Its server is gone. True where this call ended it."""
    error = CouldNotAnswer("The server stopped while it was working on this.", hint="Ask the question again.")
    before = request.status
    end_failed(request, error)
    return request.status != before


def _end(
    request: QueryRequest,
    status: RequestStatus,
    event: Event,
    said: str,
    metadata: dict[str, Any] | None = None,
    **fields: Any,
) -> bool:
    won = move(request, status, outcome=events.as_text(event), **fields)
    if won:
        add_message(request.session, MessageRole.ASSISTANT, said, request, **(metadata or {}))
    elif not request.outcome:  # somebody else ended it, and left it to us to tell
        QueryRequest.objects.filter(pk=request.pk, outcome="").update(outcome=events.as_text(event))
    return won
