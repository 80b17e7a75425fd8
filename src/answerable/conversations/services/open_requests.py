"""One question's way through its states, exactly as drawn in `models.request.LEGAL`."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from answerable.conversations.models import Ending, MessageRole, QueryRequest, RequestStatus, Session
from answerable.conversations.models.request import LEGAL
from answerable.conversations.services.transcript import add_message
from answerable.kernel.errors import NotFound
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser

    from answerable.agent.question import Question
    from answerable.kernel.clarification import PickedReading

__all__ = ["begin_request", "cancel", "cancelled_among", "move", "own_request", "reload_request"]


@transaction.atomic
def begin_request(
    session: Session, question: Question, *, served_by: str = "", reading: PickedReading | None = None
) -> QueryRequest:
    """The request, `pending`, and the user's message in the transcript. Raises IntegrityError where this
    reading has an answer already, or another request is on its way to one."""
    text = question.text.strip()
    request = QueryRequest.objects.create(
        id=uuid.UUID(question.request_id),
        session=session,
        question=text,
        lang=question.lang,
        served_by=served_by,
        picked_from_id=uuid.UUID(reading.request_id) if reading else None,
        picked_index=reading.number - 1 if reading else None,
    )
    add_message(session, MessageRole.USER, text, request, **({"reading": _named(reading)} if reading else {}))
    named = {} if session.title else {"title": text[:80]}
    Session.objects.filter(pk=session.pk).update(last_activity_at=timezone.now(), **named)
    session.title = named.get("title", session.title)
    return request


def _named(reading: PickedReading) -> dict[str, Any]:
    return {"request_id": reading.request_id, "index": reading.number - 1, "text": reading.text}


def move(request: QueryRequest, status: RequestStatus | str, **fields: Any) -> bool:
    """True when this call moved it. False, and nothing is changed, where it may not go there from where it is."""
    to = RequestStatus(status)
    before = [origin for origin, reachable in LEGAL.items() if to in reachable]
    standing = QueryRequest.objects.filter(pk=request.pk, status__in=before)
    changes = {"status": to, "moved_at": timezone.now(), **fields}
    won = standing.update(**changes) == 1
    if not won:
        reload_request(request)
        return False
    for name, value in changes.items():
        setattr(request, name, value)
    return True


def reload_request(request: QueryRequest) -> bool:
    """As it stands now. False where its conversation was deleted meanwhile: then it counts as cancelled."""
    try:
        request.refresh_from_db()
    except QueryRequest.DoesNotExist:
        request.status = RequestStatus.CANCELLED
        return False
    return True


def cancel(request: QueryRequest) -> bool:
    """Whoever works on it sees that and stops."""
    return move(request, RequestStatus.CANCELLED, ending=Ending.CANCELLED)


def cancelled_among(request_ids: Sequence[uuid.UUID]) -> list[uuid.UUID]:
    found = QueryRequest.objects.filter(pk__in=request_ids, status=RequestStatus.CANCELLED)
    return list(found.values_list("pk", flat=True)) if request_ids else []


def own_request(request_id: uuid.UUID | str, user: AbstractBaseUser) -> QueryRequest:
    """Somebody else's is as if there were none."""
    try:
        return QueryRequest.objects.select_related("session__project").get(
            pk=request_id, session__user_id=user.pk, session__project__members__user_id=user.pk
        )
    except (QueryRequest.DoesNotExist, ValidationError):
        raise NotFound(msg("conversations.no_such_request"), hint=msg("conversations.look_it_up")) from None
