"""How a request ends: its last state, the event that tells it, and what the transcript says, all or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from answerable.conversations.chat_events import ChatEvent, RequestFailed, ResultStored
from answerable.conversations.models import Ending, MessageRole, QueryRequest, RequestStatus
from answerable.conversations.services.event_fields import as_text
from answerable.conversations.services.open_requests import move
from answerable.conversations.services.store_result import keep
from answerable.conversations.services.transcript import add_message
from answerable.kernel.errors import AnswerableError, CouldNotAnswer, NeedsClarification, QueryStopped, Refused
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.answers.answer import Answer
    from answerable.conversations.models import GeneratedQuery
    from answerable.kernel.clarification import Basis, Clarification

__all__ = ["end_answered", "end_asked_back", "end_failed", "end_interrupted"]


@transaction.atomic
def end_answered(request: QueryRequest, query: GeneratedQuery, answer: Answer) -> ResultStored | None:
    """None where somebody cancelled it first; then nothing of it is kept."""
    result = keep(query, answer)
    event = ResultStored(request, result, answer)
    marked = {"is_edited": True} if answer.is_edited else {}
    if not _end(request, RequestStatus.COMPLETED, event, answer.text, marked, ending=Ending.ANSWERED):
        transaction.set_rollback(True)
        return None
    return event


@transaction.atomic
def end_asked_back(request: QueryRequest, clarification: Clarification, basis: Basis | None) -> RequestFailed:
    error = NeedsClarification(clarification.question, clarification=clarification)
    event = RequestFailed(request, error, clarification)
    readings = [{"text": reading.text, "sql": reading.sql} for reading in clarification.readings]
    kept: dict[str, Any] = {"readings": readings, "basis": _kept(basis, request)}
    if basis is not None and basis.leans_on_earlier:
        kept["has_context_reference"] = True
    _end(request, RequestStatus.COMPLETED, event, clarification.question, ending=Ending.ASKED_BACK, **kept)
    return event


def _kept(basis: Basis | None, request: QueryRequest) -> dict[str, Any] | None:
    if basis is None:
        return None
    return {**basis.as_dict(), "source_ids": sorted(str(source.pk) for source in request.session.sources.all())}


@transaction.atomic
def end_failed(request: QueryRequest, error: AnswerableError) -> RequestFailed:
    """`cancelled` where the asker wanted it so, or where it had not begun."""
    event = RequestFailed(request, error)
    wanted = isinstance(error, QueryStopped) and error.reason == "cancelled"
    unbegun = request.status == RequestStatus.PENDING
    status = RequestStatus.CANCELLED if wanted or unbegun else RequestStatus.FAILED
    _end(request, status, event, error.line(request.lang), ending=_ending_of(error, status))
    return event


def _ending_of(error: AnswerableError, status: RequestStatus) -> Ending:
    if status == RequestStatus.CANCELLED:
        return Ending.CANCELLED
    return Ending.REFUSED if isinstance(error, Refused) else Ending.FAILED


def end_interrupted(request: QueryRequest) -> bool:
    """Its server is gone. True where this call ended it."""
    error = CouldNotAnswer(msg("conversations.server_stopped"), hint=msg("common.ask_the_question_again"))
    before = request.status
    end_failed(request, error)
    return request.status != before


def _end(
    request: QueryRequest,
    status: RequestStatus,
    event: ChatEvent,
    said: str,
    metadata: dict[str, Any] | None = None,
    **fields: Any,
) -> bool:
    won = move(request, status, outcome=as_text(event), **fields)
    if won or _fill_outcome(request, event):
        add_message(request.session, MessageRole.ASSISTANT, said, request, **(metadata or {}))
    return won


def _fill_outcome(request: QueryRequest, event: ChatEvent) -> bool:
    """True where somebody else ended it, a person who cancelled say, and left it to us to tell."""
    if request.outcome or isinstance(event, ResultStored):
        return False
    untold = QueryRequest.objects.filter(pk=request.pk, status=RequestStatus.CANCELLED, outcome="")
    return untold.update(outcome=as_text(event), ending=Ending.CANCELLED) == 1
