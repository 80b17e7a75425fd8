"""Who may do what with a chat: nobody without a name, nobody with what is somebody else's, and not too often."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from answerable.agent.question import Question
from answerable.conversations.models import Approval, GeneratedQuery, QueryRequest
from answerable.conversations.services.approve_request import offer
from answerable.conversations.services.manage_sessions import open_session
from answerable.conversations.services.open_requests import begin_request
from answerable.conversations.services.store_result import keep
from answerable.projects.membership import Identity
from answerable.projects.models import Role, Source
from answerable.sql.text_hash import hash_sql
from tests.conversations.answers import answer
from tests.web.people import client_of, member

pytestmark = pytest.mark.django_db


class Kept:
    """A session with a query that waits and a result that was found."""

    def __init__(self, who: Identity) -> None:
        import pyarrow as pa

        source = Source.objects.create(project=who.project, name="shop", spec="shop.db")
        self.session = open_session(who.user, who.project, [source])
        self.request = begin_request(self.session, Question("how many orders are there?"))
        self.query = self._query("SELECT 1")
        self.result = keep(self._query("SELECT 2"), answer(pa.table({"n": [1]})))
        QueryRequest.objects.filter(pk=self.request.pk).update(status="awaiting_confirm")
        offer(self.query, who.user)

    def _query(self, sql: str) -> GeneratedQuery:
        return GeneratedQuery.objects.create(
            request=self.request,
            sql_query=sql,
            sql_hash=hash_sql(sql),
            explanation="It gives one number.",
            generation_attempt=1,
            model_used="embedded",
        )

    def decision(self, **given: Any) -> dict[str, Any]:
        return {"session_id": str(self.session.pk), "query_id": str(self.query.pk), "approved": True, **given}

    def calls(self) -> list[tuple[str, str, dict[str, Any]]]:
        return [
            ("get", f"/api/sessions/{self.session.pk}", {}),
            ("delete", f"/api/sessions/{self.session.pk}", {}),
            ("patch", f"/api/sessions/{self.session.pk}", {"title": "mine"}),
            ("post", f"/api/sessions/{self.session.pk}/delete", {}),
            ("get", f"/api/results/{self.result.pk}", {}),
            ("get", f"/api/results/{self.result.pk}/download", {}),
            ("post", f"/api/requests/{self.request.pk}/cancel", {}),
            ("post", "/api/feedback", {"request_id": str(self.request.pk), "rating": "up"}),
            ("post", "/api/chat", {"message": "and by month?", "session_id": str(self.session.pk)}),
            ("post", "/api/chat", {"message": "that one", "reading": {"request_id": str(self.request.pk), "index": 0}}),
            ("post", "/api/chat/confirm", self.decision()),
        ]


def _call(client: Client, method: str, path: str, body: dict[str, Any]) -> Any:
    if method in ("post", "patch"):
        return getattr(client, method)(path, body, content_type="application/json")
    return getattr(client, method)(path)


def test_what_is_somebody_elses_is_not_there() -> None:
    kept = Kept(member("ann", Role.ANALYST))
    stranger = client_of(member("bob", Role.ADMIN))
    for method, path, body in kept.calls():
        response = _call(stranger, method, path, body)
        assert response.status_code == 404, (method, path)
        assert set(response.json()["error"]) == {"code", "message", "hint"}
    assert QueryRequest.objects.get().status == "awaiting_confirm"
    assert stranger.get("/api/sessions").json() == []


def test_nobody_without_a_name_gets_in() -> None:
    kept = Kept(member("ann", Role.ANALYST))
    for method, path, body in kept.calls():
        assert _call(Client(), method, path, body).status_code == 401, (method, path)


def test_a_viewer_neither_edits_nor_downloads() -> None:
    viewer = member("vic", Role.VIEWER)
    kept, client = Kept(viewer), client_of(viewer)
    edited = _call(client, "post", "/api/chat/confirm", kept.decision(edited_sql="SELECT 3"))
    assert edited.status_code == 403 and edited.json()["error"]["code"] == "not_allowed"
    assert Approval.objects.get().decided_at is None
    assert client.get(f"/api/results/{kept.result.pk}/download").status_code == 403
    assert client.get(f"/api/results/{kept.result.pk}").json()["rows"] == [{"n": 1}]


def test_a_browser_of_another_site_decides_nothing() -> None:
    who = member("ann", Role.ANALYST)
    kept = Kept(who)
    response = _call(client_of(who, csrf=True), "post", "/api/chat/confirm", kept.decision())
    assert response.status_code == 403 and response.json()["error"]["code"] == "csrf"
    assert Approval.objects.get().decided_at is None


def test_whoever_asks_too_often_is_told_when_to_come_back() -> None:
    who = member("ann", Role.ANALYST)
    kept = Kept(who)
    for _ in range(29):
        begin_request(kept.session, Question("how many orders are there?"))
    response = _call(client_of(who), "post", "/api/chat", {"message": "how many orders are there?"})
    assert response.status_code == 429 and 50 <= int(response["Retry-After"]) <= 60
    assert QueryRequest.objects.count() == 30
