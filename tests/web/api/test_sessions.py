"""Conversations are renamed, searched and deleted by their owner, on the record."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from django.contrib.auth.models import User
from django.test import Client

from answerable.conversations.models import GeneratedQuery, Message, QueryRequest, QueryResult, Session
from answerable.conversations.services.finish_request import end_failed
from answerable.conversations.services.manage_sessions import open_session
from answerable.conversations.services.open_requests import move
from answerable.conversations.services.store_result import keep
from answerable.kernel.errors import CouldNotAnswer
from answerable.projects.membership import identify
from answerable.projects.models import Role
from tests.conversations import people as conversation
from tests.conversations.answers import answer
from tests.web.people import client_of, member
from tests.web.trail import recorded

pytestmark = pytest.mark.django_db
JSON: dict[str, Any] = {"content_type": "application/json"}


@pytest.fixture
def ann() -> Client:
    return client_of(member("ann", Role.VIEWER))


def _asked(client: Client, *questions: str) -> Session:
    who = identify(User.objects.get(username=client.get("/api/me").json()["username"]))
    assert who
    session = open_session(who.user, who.project, ())
    for question in questions:
        conversation.request(session, question)
    return session


def _titles(client: Client, search: str) -> list[str]:
    return [one["title"] for one in client.get("/api/sessions", {"search": search}).json()]


def test_a_name_is_changed_and_recorded(ann: Client) -> None:
    session = _asked(ann, "how many orders are there?")
    with recorded() as entries:
        changed = ann.patch(f"/api/sessions/{session.pk}", {"title": "  Orders   of 2025 "}, **JSON)
    assert changed.json()["title"] == "Orders of 2025"
    assert ann.get(f"/api/sessions/{session.pk}").json()["title"] == "Orders of 2025"
    assert [(one["event_type"], one["event_data"]["by"]) for one in entries] == [("session_renamed", "ann")]


@pytest.mark.parametrize(("title", "status"), [("", 422), ("   ", 400), ("x" * 81, 422)])
def test_a_name_says_something_and_not_too_much(ann: Client, title: str, status: int) -> None:
    session = _asked(ann, "how many orders are there?")
    assert ann.patch(f"/api/sessions/{session.pk}", {"title": title}, **JSON).status_code == status


def test_a_search_looks_at_titles_and_at_every_question(ann: Client) -> None:
    _asked(ann, "how many orders are there?", "and by month in 2025?")
    _asked(ann, "total revenue by channel")
    assert _titles(ann, "ORDERS") == ["how many orders are there?"]
    assert _titles(ann, "month 2025") == ["how many orders are there?"]
    assert _titles(ann, "orders revenue") == []
    assert _titles(ann, "%") == []
    assert len(_titles(ann, "")) == 2


def test_what_is_deleted_is_gone_with_all_that_was_in_it(ann: Client) -> None:
    session = _asked(ann, "how many orders are there?")
    request = session.requests.get()
    keep(conversation.query(request), answer(pa.table({"n": [1]})))
    resumed = _asked(ann, "another one")
    Session.objects.filter(pk=resumed.pk).update(resumed_from=session)
    with recorded() as entries:
        assert ann.post(f"/api/sessions/{session.pk}/delete", **JSON).status_code == 204
    assert [one["event_type"] for one in entries] == ["session_terminated", "session_deleted"]
    assert entries[-1]["event_data"]["requests"] == 1
    assert ann.get(f"/api/sessions/{session.pk}").status_code == 404
    assert Session.objects.get().resumed_from is None
    assert (QueryRequest.objects.count(), Message.objects.count()) == (1, 1)
    assert not GeneratedQuery.objects.exists() and not QueryResult.objects.exists()


def test_a_request_that_still_runs_ends_quietly_when_its_conversation_is_deleted(ann: Client) -> None:
    request = _asked(ann, "how many orders are there?").requests.get()
    move(request, "generating")
    ann.post(f"/api/sessions/{request.session_id}/delete", **JSON)
    end_failed(request, CouldNotAnswer("too late"))
    assert request.status == "cancelled"


def test_a_file_is_named_by_its_question_and_the_day(ann: Client) -> None:
    analyst = client_of(member("bea", Role.ANALYST))
    session = _asked(analyst, "2025년 채널별 총 매출?")
    result = keep(conversation.query(session.requests.get()), answer(pa.table({"n": [1]})))
    named = analyst.get(f"/api/results/{result.pk}/download", {"format": "xlsx"})["Content-Disposition"]
    assert named.startswith("attachment; filename*=utf-8''2025%EB%85%84-")
    assert named.endswith(f"-{result.executed_at:%Y-%m-%d}.xlsx")
    QueryResult.objects.update(is_edited=True)
    named = analyst.get(f"/api/results/{result.pk}/download")["Content-Disposition"]
    assert named == f'attachment; filename="sql-edited-by-a-person-{result.executed_at:%Y-%m-%d}.csv"'
