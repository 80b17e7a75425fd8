"""An approval is bound to session, person and text, counts once, and only in time."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from answerable.conversations.models import Approval, GeneratedQuery, QueryRequest
from answerable.conversations.services.approve_request import claim, decide, offer, own_query
from answerable.kernel.errors import NotFound, TooLate
from answerable.sql.text_hash import hash_sql
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
    assert not claim(query.pk, session, user, hash_sql("SELECT 2"), True)
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


def test_a_claim_writes_down_what_was_decided() -> None:
    query, user = offered()
    before = timezone.now()
    assert claim(query.pk, query.request.session_id, user, query.sql_hash, True, "SELECT 7")
    approval = Approval.objects.get(query=query)
    assert (approval.approved, approval.edited_sql) == (True, "SELECT 7")
    assert approval.decided_at is not None
    assert approval.decided_at >= before


def test_an_offer_is_valid_for_half_an_hour() -> None:
    before = timezone.now()
    query, user = offered()
    approval = Approval.objects.get(query=query)
    assert before + timedelta(minutes=30) <= approval.expires_at <= timezone.now() + timedelta(minutes=30)
    assert (approval.user_id, approval.session_id) == (user.pk, query.request.session_id)


def test_one_query_is_approved_and_no_other_with_the_same_text() -> None:
    query, user = offered()
    other = people.query(of=query.request)
    offer(other, user)
    assert claim(query.pk, query.request.session_id, user, query.sql_hash, True)
    assert Approval.objects.get(query=other).decided_at is None


@pytest.mark.parametrize(("approved", "what"), [(True, "already approved"), (False, "already cancelled")])
def test_a_second_decision_hears_what_the_first_was(approved: bool, what: str) -> None:
    query, user = offered()
    decide(query, user, approved=approved)
    with pytest.raises(TooLate, match=what):
        decide(query, user, approved=not approved)


def test_a_query_that_was_never_offered_cannot_be_approved() -> None:
    query = people.query()
    with pytest.raises(TooLate, match="not waiting for approval"):
        decide(query, query.request.session.user, approved=True)


def test_the_server_that_runs_an_approved_query_is_written_down() -> None:
    query, user = offered()
    assert decide(query, user, approved=True, served_by="server-7").served_by == "server-7"


def test_an_edit_is_handed_on_with_the_decision() -> None:
    query, user = offered()
    decide(query, user, approved=True, edited_sql="SELECT 7")
    assert Approval.objects.get(query=query).edited_sql == "SELECT 7"


def test_somebody_who_left_the_project_has_no_queries_in_it() -> None:
    query, user = offered()
    query.request.session.project.members.filter(user=user).delete()
    with pytest.raises(NotFound):
        own_query(query.pk, query.request.session_id, user)
