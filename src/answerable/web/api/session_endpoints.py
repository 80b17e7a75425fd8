"""One's own conversations: listed, searched, read again, renamed, ended, deleted."""

from __future__ import annotations

import json
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema, Status
from pydantic import Field

from answerable.conversations.models import (
    GeneratedQuery,
    Provider,
    QueryRequest,
    RequestStatus,
    Session,
    ValidationStatus,
)
from answerable.conversations.services.cancel_request import end_session
from answerable.conversations.services.delete_session import delete_session
from answerable.conversations.services.event_fields import confirm_required, query_preview
from answerable.conversations.services.manage_sessions import expire_idle, own_session
from answerable.conversations.services.rename_session import LONGEST_TITLE, rename_session
from answerable.conversations.services.session_context import provider_in_use
from answerable.web.api.authentication import identity
from answerable.web.api.event_json import Finding, reply

if TYPE_CHECKING:
    from django.db.models import QuerySet

__all__ = ["router"]

router = Router(tags=["sessions"])


class SessionSummary(Schema):
    session_id: UUID
    title: str
    status: str
    created_at: datetime
    last_activity_at: datetime
    resumed_from: UUID | None
    llm_provider: Provider
    message_count: int


class MessageOut(Schema):
    role: str
    content: str
    timestamp: datetime
    request_id: UUID | None
    tool_calls: list[Any]
    metadata: dict[str, Any]


class GeneratedQueryOut(Schema):
    """SQL that was written for a request. Refused SQL is `invalid`, with what the guard found."""

    query_id: UUID
    request_id: UUID
    sql_query: str
    explanation: str
    referenced_tables: list[str]
    validation_status: Literal["pending", "valid", "invalid"]
    validation_errors: list[Finding]
    generation_attempt: int
    model_used: str
    generated_at: datetime


class RequestOut(Schema):
    """`query`, `confirm`, `result` and `error` are the events as they were streamed."""

    request_id: UUID
    question: str
    reading: dict[str, Any] | None
    """The reading that was picked for it: {request_id, index, text}."""
    is_edited: bool
    """A person edited the SQL."""
    edited_sql: str | None
    """What they made of it and sent off, whatever came of it."""
    status: str
    ending: str
    """What it came to: answered, asked_back, refused, failed or cancelled; empty while it has not ended."""
    has_context_reference: bool
    """It leans on an earlier question of the conversation."""
    requested_at: datetime
    queries: list[GeneratedQueryOut]
    """Every SQL that was written for it, refused ones too."""
    query: dict[str, Any] | None
    confirm: dict[str, Any] | None
    result: dict[str, Any] | None
    error: dict[str, Any] | None
    feedback: dict[str, str] | None


class SourceName(Schema):
    id: UUID
    name: str


class SessionDetail(SessionSummary):
    messages: list[MessageOut]
    requests: list[RequestOut]
    sources: list[SourceName]


class SessionsWanted(Schema):
    limit: int = Field(50, ge=1, le=200)
    before: datetime | None = None
    search: str = Field("", max_length=200)


class Title(Schema):
    title: str = Field(min_length=1, max_length=LONGEST_TITLE)


@router.get("/sessions", response=list[SessionSummary])
def list_sessions(request: HttpRequest, which: Query[SessionsWanted]) -> HttpResponse:
    """The latest first. `before` is the `last_activity_at` of the last one seen; `search` keeps those whose title or
    questions hold every word of it."""
    expire_idle()
    who = identity(request)
    found = _matching(
        Session.objects.filter(user=who.user, project=who.project).select_related("project"), which.search
    )
    found = found.annotate(message_count=Count("messages"))
    if which.before is not None:
        found = found.filter(last_activity_at__lt=which.before)
    latest = found.order_by("-last_activity_at")[: which.limit]
    return reply([_summary(session, session.message_count) for session in latest])


@router.get("/sessions/{uuid:session_id}", response=SessionDetail)
def read_session(request: HttpRequest, session_id: UUID) -> HttpResponse:
    """All that was said and done in it."""
    session = own_session(session_id, identity(request).user)
    messages = [_message(message) for message in session.messages.all()]
    asked = session.requests.select_related("picked_from").prefetch_related("queries__approval", "feedback")
    return reply(
        {
            **_summary(session, len(messages)),
            "messages": messages,
            "requests": [_request(one) for one in asked],
            "sources": [{"id": str(source.pk), "name": source.name} for source in session.sources.all()],
        }
    )


def _matching(sessions: QuerySet[Session], search: str) -> QuerySet[Session]:
    """Asked word by word in the database, so that nothing is read that does not fit."""
    for word in search.split():
        asked = QueryRequest.objects.filter(question__icontains=word).values("session_id")
        sessions = sessions.filter(Q(title__icontains=word) | Q(pk__in=asked))
    return sessions


@router.patch("/sessions/{uuid:session_id}", response=SessionSummary)
def change_title(request: HttpRequest, session_id: UUID, body: Title) -> HttpResponse:
    """Give it another name."""
    session = own_session(session_id, identity(request).user)
    rename_session(session, body.title)
    return reply(_summary(session, session.messages.count()))


@router.post("/sessions/{uuid:session_id}/delete", response={204: None})
def delete(request: HttpRequest, session_id: UUID) -> Status[Any]:
    """With every question, message and result in it; what is under way is cancelled. The audit trail and receipts
    stay."""
    delete_session(own_session(session_id, identity(request).user))
    return Status(204, None)


@router.delete("/sessions/{uuid:session_id}", response=SessionSummary)
def terminate_session(request: HttpRequest, session_id: UUID) -> HttpResponse:
    """For good; what is under way in it is cancelled. It stays readable."""
    session = own_session(session_id, identity(request).user)
    end_session(session)
    return reply(_summary(session, session.messages.count()))


def _summary(session: Session, message_count: int) -> dict[str, Any]:
    return {
        "session_id": session.pk,
        "title": session.title,
        "status": session.status,
        "created_at": session.created_at,
        "last_activity_at": session.last_activity_at,
        "resumed_from": session.resumed_from_id,
        "llm_provider": provider_in_use(session),
        "message_count": message_count,
    }


def _message(message: Any) -> dict[str, Any]:
    return {
        "role": message.role,
        "content": message.content,
        "timestamp": message.timestamp,
        "request_id": message.request_id,
        "tool_calls": message.tool_calls,
        "metadata": message.metadata,
    }


def _request(request: QueryRequest) -> dict[str, Any]:
    queries = list(request.queries.all())
    shown = [query for query in queries if query.validation_status != ValidationStatus.INVALID]
    outcome = json.loads(request.outcome, parse_float=Decimal) if request.outcome else None
    feedback = next(iter(request.feedback.all()), None)
    return {
        "request_id": request.pk,
        "question": request.question,
        "reading": _reading(request),
        "is_edited": any(_edited_sql(query) for query in queries),
        "edited_sql": next(filter(None, map(_edited_sql, reversed(queries))), None),
        "status": request.status,
        "ending": request.ending,
        "has_context_reference": request.has_context_reference,
        "requested_at": request.requested_at,
        "queries": [_query(query) for query in queries],
        "query": query_preview(shown[-1]) if shown else None,
        "confirm": _confirm(request, shown),
        "result": outcome if outcome and outcome["type"] == "result" else None,
        "error": outcome if outcome and outcome["type"] == "error" else None,
        "feedback": {"rating": feedback.rating, "comment": feedback.comment} if feedback else None,
    }


def _query(query: GeneratedQuery) -> dict[str, Any]:
    return {
        "query_id": query.pk,
        "request_id": query.request_id,
        "sql_query": query.sql_query,
        "explanation": query.explanation,
        "referenced_tables": query.referenced_tables,
        "validation_status": query.validation_status,
        "validation_errors": query.validation_errors,
        "generation_attempt": query.generation_attempt,
        "model_used": query.model_used,
        "generated_at": query.generated_at,
    }


def _reading(request: QueryRequest) -> dict[str, Any] | None:
    offered = request.picked_from
    if offered is None or request.picked_index is None:
        return None
    text = offered.readings[request.picked_index]["text"]
    return {"request_id": offered.pk, "index": request.picked_index, "text": text}


def _edited_sql(query: GeneratedQuery) -> str:
    approval = getattr(query, "approval", None)
    return str(approval.edited_sql) if approval and approval.approved else ""


def _confirm(request: QueryRequest, queries: list[Any]) -> dict[str, Any] | None:
    if request.status != RequestStatus.AWAITING_CONFIRM or not queries:
        return None
    approval = getattr(queries[-1], "approval", None)
    return confirm_required(approval) if approval else None
