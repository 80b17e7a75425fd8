"""An approval is bound to session, person and text, counts once, and only in time."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from answerable.conversations.models import Approval, GeneratedQuery, QueryRequest
from answerable.conversations.services.approvals import claim, decide, hash_of, offer, own_query
from answerable.errors import NotFound, TooLate
from tests.conversations import people

pytestmark = pytest.mark.django_db


def offered() -> tuple[GeneratedQuery, User]:
    query = people.query()
    QueryRequest.objects.filter(pk=query.request_id).update(status="awaiting_confirm")
    query.request.refresh_from_db()
    offer(query, query.request.session.user)
    return query, query.request.session.user


def test_a_claim_counts_once() -> None:
    query, user = offered()
    given = (query.pk, query.request.session_id, user, query.sql_hash, True)
    assert claim(*given)
    assert not claim(*given)


def test_a_claim_of_another_person_session_or_text_counts_for_nothing() -> None:
    query, user = offered()
    session = query.request.session_id
    assert not claim(query.pk, session, people.person(), query.sql_hash, True)
    assert not claim(query.pk, uuid.uuid4(), user, query.sql_hash, True)
    assert not claim(query.pk, session, user, hash_of("SELECT 2"), True)
    assert Approval.objects.get(query=query).decided_at is None


def test_a_claim_after_its_time_counts_for_nothing() -> None:
    query, user = offered()
    Approval.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert not claim(query.pk, query.request.session_id, user, query.sql_hash, True)
    with pytest.raises(TooLate, match="over"):
        decide(query, user, approved=True)
    assert QueryRequest.objects.get(pk=query.request_id).status == "awaiting_confirm"


@pytest.mark.parametrize(("approved", "status"), [(True, "executing"), (False, "cancelled")])
def test_deciding_moves_the_request_along(approved: bool, status: str) -> None:
    query, user = offered()
    assert decide(query, user, approved=approved).status == status
    with pytest.raises(TooLate, match="already"):
        decide(query, user, approved=True)


def test_text_changed_behind_its_back_is_not_approved() -> None:
    query, user = offered()
    GeneratedQuery.objects.filter(pk=query.pk).update(sql_query="SELECT * FROM customers")
    query = own_query(query.pk, query.request.session_id, user)
    with pytest.raises(TooLate):
        decide(query, user, approved=True)


def test_a_request_cancelled_meanwhile_leaves_the_approval_undecided() -> None:
    query, user = offered()
    QueryRequest.objects.filter(pk=query.request_id).update(status="cancelled")
    with pytest.raises(TooLate, match="no longer"):
        decide(query, user, approved=True)
    assert Approval.objects.get(query=query).decided_at is None


def test_a_query_of_somebody_else_is_as_if_there_were_none() -> None:
    query, user = offered()
    assert own_query(query.pk, query.request.session_id, user) == query
    for query_id, session_id, asker in (
        (query.pk, query.request.session_id, people.person()),
        (query.pk, uuid.uuid4(), user),
        ("x", query.request.session_id, user),
    ):
        with pytest.raises(NotFound):
            own_query(query_id, session_id, asker)
