"""Below /api/ every failure is JSON, and the description is there for programs."""

from __future__ import annotations

import pytest
from django.test import Client

from answerable.projects.api_tokens import issue_token
from answerable.projects.models import Role
from tests.web.people import client_of, member

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nowhere", 404, "not_found"),
        ("GET", "/api/", 404, "not_found"),
        ("GET", "/api/sessions/no-uuid", 404, "not_found"),
        ("PUT", "/api/sessions", 405, "method_not_allowed"),
        ("DELETE", "/api/chat", 405, "method_not_allowed"),
        ("GET", "/api/chat", 405, "method_not_allowed"),
    ],
)
def test_what_is_not_there_is_refused_in_json(method: str, path: str, status: int, code: str) -> None:
    for client in (Client(), client_of(member(f"ada-{method}", Role.VIEWER))):
        response = client.generic(method, path)
        assert (response.status_code, response["Content-Type"]) == (status, "application/json")
        assert response.json()["error"]["code"] == code
        assert set(response.json()["error"]) == {"code", "message", "hint"}


def test_a_wrong_method_is_told_which_are_right() -> None:
    response = client_of(member("ada", Role.VIEWER)).put("/api/sessions")
    assert response["Allow"] == "GET"
    assert "GET" in response.json()["error"]["hint"]


@pytest.mark.parametrize("path", ["/api/docs", "/api/openapi.json"])
def test_the_description_can_be_read_with_a_token(path: str) -> None:
    _token, secret = issue_token(member("ada", Role.ANALYST), "script", 1)
    assert Client().get(path, headers={"Authorization": f"Bearer {secret}"}).status_code == 200
    refused = Client().get(path, headers={"Authorization": "Bearer wrong"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (401, "not_signed_in")
    assert Client().get(path, headers={"Authorization": "Basic eDp5"}).status_code == 401


def test_a_browser_is_led_to_the_sign_in_page_instead() -> None:
    assert Client().get("/api/docs")["Location"] == "/sign-in/?next=/api/docs"
    assert client_of(member("ada", Role.VIEWER)).get("/api/docs").status_code == 200
