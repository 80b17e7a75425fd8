"""Asking a person once, and hearing the answer once."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from answerable.conversations.models import Approval, Ending, GeneratedQuery, RequestStatus
from answerable.conversations.services.open_requests import move
from answerable.kernel.errors import NotFound, TooLate
from answerable.kernel.messages import msg
from answerable.sql.text_hash import hash_sql

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser

    from answerable.conversations.models import QueryRequest

__all__ = ["VALID_FOR", "claim", "decide", "offer", "own_query"]

VALID_FOR = timedelta(minutes=30)
_CANCELLED = {"status": RequestStatus.CANCELLED, "ending": Ending.CANCELLED}


def offer(query: GeneratedQuery, user: AbstractBaseUser) -> Approval:
    return Approval.objects.create(
        query=query,
        session_id=query.request.session_id,
        user_id=user.pk,
        sql_hash=query.sql_hash,
        expires_at=timezone.now() + VALID_FOR,
    )


def claim(
    query_id: uuid.UUID,
    session_id: uuid.UUID,
    user: AbstractBaseUser,
    sql_hash: str,
    approved: bool,
    edited_sql: str = "",
) -> bool:
    """True for exactly one caller ever, over all processes: whose UPDATE finds it undecided, in time and theirs."""
    now = timezone.now()
    undecided = Approval.objects.filter(
        query_id=query_id,
        session_id=session_id,
        user_id=user.pk,
        sql_hash=sql_hash,
        decided_at__isnull=True,
        expires_at__gt=now,
    )
    return undecided.update(decided_at=now, approved=approved, edited_sql=edited_sql) == 1


def own_query(query_id: uuid.UUID | str, session_id: uuid.UUID | str, user: AbstractBaseUser) -> GeneratedQuery:
    try:
        return GeneratedQuery.objects.select_related("request__session__project", "approval").get(
            pk=query_id,
            request__session_id=session_id,
            request__session__user_id=user.pk,
            request__session__project__members__user_id=user.pk,
        )
    except (GeneratedQuery.DoesNotExist, ValidationError):
        raise NotFound(msg("conversations.no_such_query"), hint=msg("common.ask_the_question_again")) from None


@transaction.atomic
def decide(
    query: GeneratedQuery, user: AbstractBaseUser, approved: bool, edited_sql: str = "", served_by: str = ""
) -> QueryRequest:
    """The request, on its way or cancelled; the claim and the move happen together or not at all."""
    request = query.request
    if not claim(query.pk, request.session_id, user, hash_sql(query.sql_query), approved, edited_sql):
        raise _too_late(query)
    decided = {"status": RequestStatus.EXECUTING} if approved else _CANCELLED
    if not move(request, **decided, served_by=served_by):
        raise TooLate(msg("conversations.no_longer_waiting"), hint=msg("common.ask_the_question_again"))
    return request


def _too_late(query: GeneratedQuery) -> TooLate:
    """Says what became of it."""
    approval = Approval.objects.filter(query=query).first()
    if approval is None:
        return TooLate(msg("conversations.not_waiting"), hint=msg("common.ask_the_question_again"))
    if approval.decided_at is not None:
        approved, cancelled = msg("conversations.already_approved"), msg("conversations.already_cancelled")
        return TooLate(approved if approval.approved else cancelled, hint=msg("conversations.approval_counts_once"))
    return TooLate(msg("conversations.approval_expired"), hint=msg("common.ask_the_question_again"))
