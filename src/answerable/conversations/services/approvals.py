"""Asking a person once, and hearing the answer once."""

from __future__ import annotations

import hashlib
import uuid
from datetime import timedelta
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from answerable.conversations.models import Approval, GeneratedQuery, RequestStatus
from answerable.conversations.services.requests import move
from answerable.errors import NotFound, TooLate

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser

    from answerable.conversations.models import QueryRequest

__all__ = ["VALID_FOR", "claim", "decide", "hash_of", "offer", "own_query"]

VALID_FOR = timedelta(minutes=30)


def hash_of(sql: str) -> str:
    """As the guard hashes a text it has judged."""
    return hashlib.sha256(sql.encode("utf-8", "surrogatepass")).hexdigest()


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
        raise NotFound("There is no such query in this conversation.", hint="Ask the question again.") from None


@transaction.atomic
def decide(
    query: GeneratedQuery, user: AbstractBaseUser, approved: bool, edited_sql: str = "", served_by: str = ""
) -> QueryRequest:
    """The request, on its way or cancelled; the claim and the move happen together or not at all."""
    request = query.request
    if not claim(query.pk, request.session_id, user, hash_of(query.sql_query), approved, edited_sql):
        raise _too_late(query)
    if not move(request, RequestStatus.EXECUTING if approved else RequestStatus.CANCELLED, served_by=served_by):
        raise TooLate("This query is no longer waiting.", hint="Ask the question again.")
    return request


def _too_late(query: GeneratedQuery) -> TooLate:
    """Says what became of it."""
    approval = Approval.objects.filter(query=query).first()
    if approval is None:
        return TooLate("This query was not waiting for approval.", hint="Ask the question again.")
    if approval.decided_at is not None:
        what = "approved" if approval.approved else "cancelled"
        return TooLate(f"This query was already {what}.", hint="An approval counts once; ask the question again.")
    return TooLate("The time to approve this query is over.", hint="Ask the question again.")
