"""An error's body is in the language of the request: the page's cookie, else what the client accepts."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from tests.web.asking import Asker, one

pytestmark = pytest.mark.django_db

ENGLISH = {"code": "not_signed_in", "message": "Nobody is signed in.", "hint": "Sign in, or send an API token."}
KOREAN = {"code": "not_signed_in", "message": "로그인하지 않았습니다.", "hint": "로그인하거나 API 토큰을 보내세요."}


@pytest.mark.parametrize(
    ("accepted", "cookie", "error"),
    [
        ("en", "", ENGLISH),
        ("ko-KR,ko;q=0.9", "", KOREAN),
        ("en", "ko", KOREAN),
        ("ko", "en", ENGLISH),
        ("fr", "", ENGLISH),
    ],
)
def test_an_error_is_said_in_the_language_of_the_request(accepted: str, cookie: str, error: dict[str, str]) -> None:
    client = Client(headers={"Accept-Language": accepted})
    if cookie:
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = cookie
    assert client.get("/api/me").json() == {"error": error}


def test_a_failed_question_is_told_in_its_own_language(owner: Asker) -> None:
    told = owner.ask("how many customers are there?", lang="ko")
    decision = owner.decision(told, True) | {"edited_sql": "SELECT count(*) FROM nowhere"}
    failed = owner.client.post("/api/chat/confirm", json=decision).json()
    assert "nowhere" in failed["error"]["message"]
    assert "가드가 이 쿼리를 거부했습니다" in failed["error"]["message"]


def test_a_korean_question_is_answered_in_korean_without_being_told(owner: Asker) -> None:
    told = owner.ask("고객은 몇 명인가요?")
    assert any("가" <= letter <= "힣" for letter in one(told, "query_preview")["explanation"])
