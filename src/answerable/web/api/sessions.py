"""One's own conversations: listed, read again, ended."""

from __future__ import annotations

import json
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import Field

from answerable.conversations.models import GeneratedQuery, QueryRequest, RequestStatus, Session
from answerable.conversations.services import events
from answerable.conversations.services.cancelling import end_session
from answerable.conversations.services.sessions import expire_idle, own_session
from answerable.web.api.events import reply
from answerable.web.api.identity import identity

__all__ = ["router"]

router = Router(tags=["sessions"])


class SessionSummary(Schema):
    session_id: UUID
    title: str
    status: str
    created_at: datetime
    last_activity_at: datetime
    resumed_from: UUID | None
    message_count: int


class MessageOut(Schema):
    role: str
    content: str
    timestamp: datetime
    request_id: UUID | None
    tool_calls: list[Any]
    metadata: dict[str, Any]


class RequestOut(Schema):
    """`query`, `confirm`, `result` and `error` are the events as they were streamed."""

    request_id: UUID
    question: str
    reading: dict[str, Any] | None
    """The reading that was picked for it: {request_id, index, text}."""
    is_edited: bool
    """A person edited the SQL."""
    status: str
    requested_at: datetime
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


class Which(Schema):
    limit: int = Field(50, ge=1, le=200)
    before: datetime | None = None


@router.get("/sessions", response=list[SessionSummary])
def list_sessions(request: HttpRequest, which: Query[Which]) -> HttpResponse:
    """The latest first. `before` is the `last_activity_at` of the last one seen."""
    expire_idle()
    who = identity(request)
    found = Session.objects.filter(user=who.user, project=who.project).annotate(message_count=Count("messages"))
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


@router.delete("/sessions/{uuid:session_id}", response=SessionSummary)
def delete_session(request: HttpRequest, session_id: UUID) -> HttpResponse:
    """For good; what is under way in it is cancelled."""
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
    outcome = json.loads(request.outcome, parse_float=Decimal) if request.outcome else None
    feedback = next(iter(request.feedback.all()), None)
    return {
        "request_id": request.pk,
        "question": request.question,
        "reading": _reading(request),
        "is_edited": any(_is_edited(query) for query in queries),
        "status": request.status,
        "requested_at": request.requested_at,
        "query": events.query_preview(queries[-1]) if queries else None,
        "confirm": _confirm(request, queries),
        "result": outcome if outcome and outcome["type"] == "result" else None,
        "error": outcome if outcome and outcome["type"] == "error" else None,
        "feedback": {"rating": feedback.rating, "comment": feedback.comment} if feedback else None,
    }


def _reading(request: QueryRequest) -> dict[str, Any] | None:
    offered = request.picked_from
    if offered is None or request.picked_index is None:
        return None
    text = offered.readings[request.picked_index]["text"]
    return {"request_id": offered.pk, "index": request.picked_index, "text": text}


def _is_edited(query: GeneratedQuery) -> bool:
    approval = getattr(query, "approval", None)
    return bool(approval and approval.approved and approval.edited_sql)


def _confirm(request: QueryRequest, queries: list[Any]) -> dict[str, Any] | None:
    if request.status != RequestStatus.AWAITING_CONFIRM or not queries:
        return None
    approval = getattr(queries[-1], "approval", None)
    return events.confirm_required(approval) if approval else None
