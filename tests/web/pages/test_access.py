"""Signing in: by password with growing waits, by a link that works once, and out again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from answerable.projects.models import Role, SignInFailures, SignInLink
from answerable.projects.sign_in_links import make_link, use_link
from answerable.projects.sign_in_throttle import FREE_FAILURES
from tests.web.people import client_of, member

pytestmark = pytest.mark.django_db
_HERE = "127.0.0.1 for ann"


def _sign_in(client: Client, name: str, password: str, **more: str) -> int:
    return client.post("/sign-in/", {"username": name, "password": password, **more}).status_code


def _wait_is_over() -> None:
    SignInFailures.objects.update(blocked_until=timezone.now() - timedelta(seconds=1))


def test_the_right_password_signs_in_and_leads_where_one_wanted() -> None:
    member("ann", Role.VIEWER)
    client = Client()
    response = client.post("/sign-in/", {"username": "ann", "password": "CANARY-ann-password-1", "next": "/c/1"})
    assert (response.status_code, response["Location"]) == (302, "/c/1")
    assert client.get("/api/me").json()["username"] == "ann"


def test_a_link_leads_where_one_wanted_too() -> None:
    who = member("ann", Role.VIEWER)
    client = Client()
    client.get("/sign-in/", {"next": "/c/1"})
    response = client.post("/sign-in/link/", {"key": make_link(who.user)})
    assert (response.status_code, response["Location"]) == (302, "/c/1")
    again = Client()
    again.cookies["wanted"] = "https://evil.example/"
    assert again.post("/sign-in/link/", {"key": make_link(who.user)})["Location"] == "/"


def test_who_was_signed_in_before_is_told_that_this_is_over() -> None:
    client = client_of(member("ann", Role.VIEWER))
    Session.objects.all().delete()
    response = client.get("/c/1b4e28ba-2fa1-41d2-883f-0016d3cca427", follow=True)
    assert "You were signed out." in response.content.decode()
    assert 'name="next" value="/c/1b4e28ba-2fa1-41d2-883f-0016d3cca427"' in response.content.decode()
    assert "You were signed out." not in Client().get("/", follow=True).content.decode()


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "\\\\evil"])
def test_nobody_is_led_to_another_site(elsewhere: str) -> None:
    member("ann", Role.VIEWER)
    response = Client().post("/sign-in/", {"username": "ann", "password": "CANARY-ann-password-1", "next": elsewhere})
    assert response["Location"] == "/"


def test_wrong_passwords_lead_to_a_wait_that_grows_and_holds_for_the_right_one_too() -> None:
    member("ann", Role.VIEWER)
    client = Client()
    assert [_sign_in(client, "ann", "wrong") for _ in range(FREE_FAILURES)] == [401] * FREE_FAILURES
    assert _sign_in(client, "ann", "CANARY-ann-password-1") == 429
    first = SignInFailures.objects.get(key=_HERE).blocked_until - timezone.now()
    _wait_is_over()
    assert _sign_in(client, "ann", "wrong") == 401
    assert SignInFailures.objects.get(key=_HERE).blocked_until - timezone.now() > first * 1.5
    _wait_is_over()
    assert _sign_in(client, "ann", "CANARY-ann-password-1") == 302
    assert not SignInFailures.objects.filter(key=_HERE).exists()


def test_an_address_waits_whatever_names_it_tries() -> None:
    member("ann", Role.VIEWER)
    client = Client()
    for number in range(FREE_FAILURES):
        _sign_in(client, f"name{number}", "wrong")
    assert _sign_in(client, "ann", "CANARY-ann-password-1") == 429
    assert _sign_in(Client(REMOTE_ADDR="10.0.0.9"), "ann", "CANARY-ann-password-1") == 302


@pytest.mark.slow
def test_a_stranger_elsewhere_cannot_lock_the_owner_out() -> None:
    member("ann", Role.ADMIN)
    stranger = Client(REMOTE_ADDR="203.0.113.7")
    tried = [_sign_in(stranger, "ann", "wrong") for _ in range(1_000)]
    assert FREE_FAILURES <= tried.count(401) <= FREE_FAILURES + 2  # a wait or two ends meanwhile on a slow machine
    assert _sign_in(Client(REMOTE_ADDR="10.0.0.9"), "ann", "CANARY-ann-password-1") == 302


@pytest.mark.slow
def test_strangers_everywhere_guess_slowly_and_lock_nobody_out() -> None:
    member("ann", Role.ADMIN)
    strangers = [Client(REMOTE_ADDR=f"203.0.113.{number}") for number in range(60)]
    tried = [_sign_in(stranger, "ann", "wrong") for stranger in strangers for _ in range(3)]
    assert tried.count(401) < len(tried) * 0.8
    assert _sign_in(Client(REMOTE_ADDR="10.0.0.9"), "ann", "CANARY-ann-password-1") == 302


def test_one_network_of_ipv6_addresses_is_one_address() -> None:
    member("ann", Role.VIEWER)
    tried = [_sign_in(Client(REMOTE_ADDR=f"2001:db8::{number:x}"), "ann", "wrong") for number in range(1, 9)]
    assert tried == [401] * FREE_FAILURES + [429] * 3


def test_signing_in_needs_the_pages_own_form() -> None:
    assert _sign_in(Client(enforce_csrf_checks=True), "ann", "x") == 403


def test_looking_at_a_link_does_not_use_it_up() -> None:
    secret = make_link(member("ann", Role.VIEWER).user)
    client = Client()
    for _ in range(3):
        assert client.get("/sign-in/link/", {"key": secret}).status_code == 200
    assert client.post("/sign-in/link/", {"key": secret}).status_code == 302
    assert client.get("/api/me").json()["username"] == "ann"


def test_a_link_works_once_and_not_for_long() -> None:
    who = member("ann", Role.VIEWER)
    used = make_link(who.user)
    assert use_link(used) == who.user
    assert Client().post("/sign-in/link/", {"key": used}).status_code == 410
    old = make_link(who.user)
    SignInLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Client().get("/sign-in/link/", {"key": old}).status_code == 410
    assert use_link(old) is None


def test_only_a_digest_of_the_link_is_kept() -> None:
    secret = make_link(member("ann", Role.VIEWER).user)
    assert secret not in str(SignInLink.objects.values())


def test_signing_out_ends_the_session() -> None:
    member("ann", Role.VIEWER)
    client = Client()
    _sign_in(client, "ann", "CANARY-ann-password-1")
    assert client.get("/sign-out/").status_code == 405
    client.post("/sign-out/")
    assert client.get("/api/me").status_code == 401


def test_the_pages_speak_korean() -> None:
    assert "로그인" in Client().get("/sign-in/", headers={"Accept-Language": "ko"}).content.decode()
