"""The shell of the page: for whom, in which language, with what it needs to begin."""

from __future__ import annotations

import json
import re
from uuid import uuid4

import pytest
from django.test import Client

from answerable.projects.models import Role
from answerable.web.files import vega_url
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
    session = str(uuid4())
    assert facts(page(f"/c/{session}")) == {
        "lang": "en",
        "words": "/static/words/en.json",
        "vega": vega_url(),
        "session_id": session,
    }


def test_it_speaks_the_browsers_language() -> None:
    html = page(**{"Accept-Language": "ko-KR,ko;q=0.9"})
    assert '<html lang="ko"' in html
    assert "새 대화" in html
    assert facts(html)["words"] == "/static/words/ko.json"


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
    assert "/static/js/page.js" in named
    assert {path for path in named if client.get(path).status_code != 200} == set()


def test_a_name_is_text_and_not_markup() -> None:
    html = client_of(member("<img src=x onerror=alert(1)>", Role.VIEWER)).get("/").content.decode()
    assert "<img src=x" not in html
    assert "&lt;img src=x" in html
