"""The shell of the page: for whom, in which language, with what it needs to begin."""

from __future__ import annotations

import json
import re
from uuid import uuid4

import pytest
from django.test import Client

from answerable.conversations.services.manage_sessions import open_session
from answerable.projects.models import Role
from answerable.web.static_files import vega_url
from answerable.web.static_version import static_version
from tests.web.people import client_of, member

pytestmark = pytest.mark.django_db


def page(path: str = "/", **headers: str) -> str:
    response = client_of(member("ada", Role.VIEWER)).get(path, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def facts(html: str) -> dict[str, str | None]:
    found = re.search(r'<script id="facts" type="application/json">(.*?)</script>', html)
    assert found
    read: dict[str, str | None] = json.loads(found[1])
    return read


def test_who_is_not_signed_in_is_led_there_and_back() -> None:
    wanted = f"/c/{uuid4()}"
    response = Client().get(wanted)
    assert (response.status_code, response["Location"]) == (302, f"/sign-in/?next={wanted}")


def test_it_has_what_the_modules_begin_with() -> None:
    who = member("ada", Role.VIEWER)
    session = str(open_session(who.user, who.project, ()).pk)
    assert facts(client_of(who).get(f"/c/{session}").content.decode()) == {
        "lang": "en",
        "words": f"/static/v-{static_version()}/words/en.json",
        "vega": vega_url(),
        "session_id": session,
    }


def test_an_unknown_or_foreign_conversation_gets_a_page_that_says_so() -> None:
    owner = member("ada", Role.ANALYST)
    foreign = open_session(owner.user, owner.project, ()).pk
    stranger = client_of(member("bob", Role.ADMIN))
    for address in (f"/c/{uuid4()}", f"/c/{foreign}"):
        response = stranger.get(address)
        assert response.status_code == 404
        assert "<h1>There is no such conversation</h1>" in response.content.decode()


@pytest.mark.parametrize("path", ["/nowhere", "/c/1", "/c/", "/audit/x", "/static/none.css", "/sign-in/nowhere/"])
def test_a_wrong_address_gets_a_page_in_the_visitors_language(path: str) -> None:
    client = client_of(member("ada", Role.VIEWER))
    client.cookies["theme"] = "dark"
    response = client.get(path, headers={"Accept-Language": "ko"})
    html = response.content.decode()
    assert response.status_code == 404
    assert '<html lang="ko" data-theme="dark">' in html
    assert "<h1>여기에는 아무것도 없습니다</h1>" in html and 'href="/"' in html


def test_a_form_of_before_signing_in_says_what_to_do() -> None:
    response = Client(enforce_csrf_checks=True).post("/sign-out/")
    assert response.status_code == 403
    assert "This form is too old" in response.content.decode()


def test_it_speaks_the_browsers_language() -> None:
    html = page(**{"Accept-Language": "ko-KR,ko;q=0.9"})
    assert '<html lang="ko"' in html
    assert "새 대화" in html
    assert str(facts(html)["words"]).endswith("/words/ko.json")


def test_a_language_that_was_chosen_comes_first() -> None:
    client = client_of(member("ada", Role.VIEWER))
    client.cookies["django_language"] = "ko"
    assert '<html lang="ko"' in client.get("/", headers={"Accept-Language": "en"}).content.decode()


@pytest.mark.parametrize(
    ("cookie", "drawn"), [("dark", ' data-theme="dark"'), ("light", ' data-theme="light"'), ('x"><b', "")]
)
def test_the_theme_is_the_one_that_was_chosen(cookie: str, drawn: str) -> None:
    client = client_of(member("ada", Role.VIEWER))
    client.cookies["theme"] = cookie
    assert f'<html lang="en"{drawn}>' in client.get("/").content.decode()


def test_no_script_is_inline_and_every_file_it_names_is_served() -> None:
    client = client_of(member("ada", Role.VIEWER))
    html = client.get("/").content.decode()
    scripts = re.findall(r"<script([^>]*)>([^<]*)", html)
    assert [inside.strip() for given, inside in scripts if "application/json" not in given] == [""]
    named = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', html))
    assert f"/static/v-{static_version()}/js/page.js" in named
    assert {path for path in named if client.get(path).status_code != 200} == set()


def test_a_name_is_text_and_not_markup() -> None:
    html = client_of(member("<img src=x onerror=alert(1)>", Role.VIEWER)).get("/").content.decode()
    assert "<img src=x" not in html
    assert "&lt;img src=x" in html
