"""Asking, approving, cancelling."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.conf import settings as django_settings
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from ninja import Router, Schema
from pydantic import Field

from answerable.agent.approval_rules import is_edit
from answerable.conversations.models import Provider, QueryRequest, Session
from answerable.conversations.services.answer_request import RequestRunner
from answerable.conversations.services.approve_request import own_query
from answerable.conversations.services.cancel_request import cancel_request
from answerable.conversations.services.checkpoint_saver import process_saver
from answerable.conversations.services.manage_sessions import awake_session, continue_session, open_session
from answerable.conversations.services.offered_readings import offered_reading, pick_reading
from answerable.conversations.services.open_requests import own_request
from answerable.conversations.services.rate_limit import demand_pace
from answerable.conversations.services.session_context import context_opener, settings_for
from answerable.kernel.errors import NotAllowed, NotFound
from answerable.kernel.messages import msg
from answerable.projects.effective_settings import settings_of
from answerable.projects.membership import identify
from answerable.projects.models import Role
from answerable.projects.project_sources import sources_of
from answerable.web.api.authentication import Identity, identity
from answerable.web.api.event_json import STREAMED, ChatStreamEvent, ConfirmationResponse
from answerable.web.api.event_stream import EventStream, as_event_stream, as_json
from answerable.words.languages import Language, fixed_language

__all__ = ["router"]

router = Router(tags=["chat"])


class PickedReading(Schema):
    """One of the readings that an earlier request of this conversation was asked back with; `message` is that request's
    question. It is answered once, within half an hour; where that failed or was cancelled it may be picked again."""

    request_id: UUID
    index: int = Field(ge=0, le=10)


class ChatRequest(Schema):
    message: str = Field(min_length=2, max_length=1_000)
    session_id: UUID | None = None
    llm_provider: Provider | None = None
    source_ids: list[UUID] | None = Field(default=None, max_length=50)
    lang: Language | None = None
    reading: PickedReading | None = None
    reword: bool = False
    """The model words the answer's sentence anew, over the same figures."""


class ConfirmationRequest(Schema):
    session_id: UUID
    query_id: UUID
    approved: bool
    edited_sql: str | None = Field(default=None, max_length=100_000)
    reword: bool = False
    """As in the question: it is the answer that is worded."""


class Cancelled(Schema):
    request_id: UUID
    status: str
    cancelled: bool


@router.post("/chat", response=ChatStreamEvent, openapi_extra=STREAMED)
def chat(request: HttpRequest, body: ChatRequest) -> HttpResponseBase:
    """Ask a question. The answer is a stream of events: session, status, query_preview, then confirm_required, result
    or error, then done. Leaving the stream cancels the question."""
    who = identity(request)
    with transaction.atomic():
        demand_pace(who.user, django_settings.ANSWERABLE.asks_per_minute)
        offered = offered_reading(body.reading.request_id, who.user) if body.reading else None
        session = _session(who, body, offered)
        reading = pick_reading(offered, body.reading.index, body.message, session) if offered and body.reading else None
        settings, remark = settings_for(session, _role_in(session, who))
        held = replace(settings, reword=settings.reword or body.reword)
        runner = RequestRunner(session, context_opener(session, held), process_saver())
        work = runner.ask(
            body.message,
            lang=body.lang or "",
            reading=reading,
            remarks=(remark.render(session.lang or fixed_language("auto")),) if remark else (),
        )
    return as_event_stream(EventStream(work, runner.stop, who.user.pk))


@router.post("/chat/confirm", response=ConfirmationResponse, openapi_extra=STREAMED)
def confirm(request: HttpRequest, body: ConfirmationRequest) -> HttpResponseBase:
    """Approve or cancel the query that was shown; analysts may change it. With `Accept: text/event-stream` the answer
    is a stream of events, else one object when all is done."""
    who = identity(request)
    session = awake_session(body.session_id, who.user)
    query = own_query(body.query_id, session.pk, who.user)
    role = _role_in(session, who)
    edited = _edited(role, body, query.sql_query)
    settings, _remark = settings_for(session, role)
    held = replace(settings, reword=settings.reword or body.reword)
    runner = RequestRunner(session, context_opener(session, held), process_saver())
    work = runner.confirm(query, approved=body.approved, edited_sql=edited)
    stream = EventStream(work, runner.stop, who.user.pk)
    wants_stream = "text/event-stream" in request.headers.get("Accept", "")
    return as_event_stream(stream) if wants_stream else as_json(stream, body.approved)


@router.post("/requests/{uuid:request_id}/cancel", response=Cancelled)
def cancel(request: HttpRequest, request_id: UUID) -> dict[str, Any]:
    """Stop a request of one's own, wherever it runs. One that has ended stays as it is."""
    asked = own_request(request_id, identity(request).user)
    won = cancel_request(asked)
    return {"request_id": asked.pk, "status": asked.status, "cancelled": won}


def _session(who: Identity, body: ChatRequest, offered: QueryRequest | None) -> Session:
    """A reading is picked in the conversation it was offered in."""
    session_id = body.session_id or (offered.session_id if offered else None)
    if session_id is None:
        held = settings_of(who.project, who.role)
        sources = sources_of(who.project, body.source_ids or ())
        return open_session(
            who.user, who.project, sources, body.lang or fixed_language(held.language), body.llm_provider or ""
        )
    session = continue_session(session_id, who.user)
    if body.source_ids:
        session.sources.set(sources_of(session.project, body.source_ids))
    if body.llm_provider and body.llm_provider != session.provider:
        Session.objects.filter(pk=session.pk).update(provider=body.llm_provider)
        session.provider = body.llm_provider
    return session


def _role_in(session: Session, who: Identity) -> Role:
    """In the project the conversation is of, which need not be the one a person works in now."""
    there = identify(who.user, session.project.slug)
    if there is None:
        raise NotFound(msg("common.no_conversation"), hint=msg("common.leave_out_session_id"))
    return there.role


def _edited(role: Role, body: ConfirmationRequest, shown: str) -> str:
    edited = (body.edited_sql or "").strip()
    if not body.approved or not is_edit(shown, edited):
        return ""
    if not role.reaches(Role.ANALYST):
        raise NotAllowed(msg("web.editing_needs_analyst"), hint=msg("web.approve_or_cancel"))
    return edited
