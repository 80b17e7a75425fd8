"""Who is let in: nobody unknown, no expired token, no request of another site's making."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from answerable.projects.api_tokens import issue_token
from answerable.projects.membership import Identity, remove_member, set_role
from answerable.projects.models import ApiToken, Role
from tests.web.people import client_of, member

pytestmark = pytest.mark.django_db


def test_health_answers_anybody() -> None:
    assert Client().get("/api/health").json()["status"] == "ok"


def test_nobody_is_told_that_nobody_is_signed_in() -> None:
    response = Client().get("/api/me")
    assert response.status_code == 401
    assert response.json()["error"]["code"] == "not_signed_in"


def test_a_cookie_says_who_one_is() -> None:
    assert client_of(member("ann", Role.ANALYST)).get("/api/me").json() == {
        "username": "ann",
        "role": "analyst",
        "project": {"slug": "default", "name": "Default"},
        "lang": "en",
        "confirm": "always",
    }


def test_a_token_says_who_one_is_and_notes_its_use() -> None:
    token, secret = issue_token(member("ann", Role.ANALYST), "script", days=1)
    response = Client().get("/api/me", headers={"Authorization": f"Bearer {secret}"})
    assert response.json()["username"] == "ann"
    token.refresh_from_db()
    assert token.last_used_at
    assert secret not in str(ApiToken.objects.values())


@pytest.mark.parametrize("header", ["Bearer wrong", "Bearer ", "Basic YTpi", "Bearer \ud800", ""])
def test_a_wrong_token_is_nobody(header: str) -> None:
    assert Client().get("/api/me", headers={"Authorization": header}).status_code == 401


def test_an_expired_token_is_nobody() -> None:
    token, secret = issue_token(member("ann", Role.ANALYST), "script", days=1)
    ApiToken.objects.filter(pk=token.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Client().get("/api/me", headers={"Authorization": f"Bearer {secret}"}).status_code == 401


def test_somebody_who_left_the_project_is_nobody() -> None:
    who = member("ann", Role.ANALYST)
    _token, secret = issue_token(who, "script", days=1)
    who.user.memberships.all().delete()
    assert client_of(who).get("/api/me").status_code == 401
    assert Client().get("/api/me", headers={"Authorization": f"Bearer {secret}"}).status_code == 401


def test_a_token_does_not_come_back_with_a_new_membership() -> None:
    who = member("ann", Role.ANALYST)
    _token, secret = issue_token(who, "script", days=1)
    remove_member(who.project, "ann", by="root")
    set_role(who.user, who.project, Role.ANALYST)
    assert Client().get("/api/me", headers={"Authorization": f"Bearer {secret}"}).status_code == 401


def _lowered(who: Identity) -> None:
    set_role(who.user, who.project, Role.VIEWER)


def _deactivated(who: Identity) -> None:
    type(who.user).objects.filter(pk=who.user.pk).update(is_active=False)


def _removed(who: Identity) -> None:
    assert remove_member(who.project, who.user.get_username(), by="root")


@pytest.mark.parametrize(
    ("change", "me", "admins_only"), [(_lowered, 200, 403), (_deactivated, 401, 401), (_removed, 401, 401)]
)
def test_rights_end_at_once_for_an_open_session_and_a_token(
    change: Callable[[Identity], None], me: int, admins_only: int
) -> None:
    """Both were in use before, and neither is told: the next request finds it out."""
    who = member("ann", Role.ADMIN)
    _token, secret = issue_token(who, "script", days=1)
    session, script = client_of(who), Client(headers={"Authorization": f"Bearer {secret}"})
    for client in (session, script):
        assert (client.get("/api/me").json()["role"], client.get("/api/members").status_code) == ("admin", 200)
    change(who)
    for client in (session, script):
        assert (client.get("/api/me").status_code, client.get("/api/members").status_code) == (me, admins_only)
        assert client.post("/api/sources", {"spec": "sample"}, content_type="application/json").status_code == (
            admins_only
        )
