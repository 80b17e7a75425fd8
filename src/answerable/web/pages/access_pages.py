"""Signing in, by password or by a one-time link, and signing out."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from answerable.kernel.errors import AuditUnavailable, TooManyAttempts
from answerable.projects.sign_in_audit import How, note_arrival, note_refusal
from answerable.projects.sign_in_links import is_open, use_link
from answerable.projects.sign_in_throttle import count_sign_in, forget_failures
from answerable.web.oidc import LOGIN_PATH
from answerable.web.request_language import request_language

__all__ = ["sign_in", "sign_in_by_link", "sign_out"]

_WANTED = "wanted"
"""The cookie with the address that somebody wanted: a sign-in link from the terminal leads there too."""
_HOUR = 3_600
_LONGEST_ADDRESS = 500
_BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request, "access/sign_in.html")
    name = request.POST.get("username", "").strip()
    try:
        user = _checked(request, name, request.POST.get("password", ""))
    except TooManyAttempts as error:
        return _page(request, "access/sign_in.html", status=429, wait=error.seconds, username=name)
    if user is None:
        note_refusal("password", "wrong name or password", name=name)
        return _page(request, "access/sign_in.html", status=401, is_wrong=True, username=name)
    return _let_in(request, user, "password", _next(request))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_by_link(request: HttpRequest) -> HttpResponse:
    """Looking at the link uses nothing up, so that whatever previews it does no harm; the button does."""
    if request.method != "POST":
        is_usable = is_open(request.GET.get("key", ""))
        return _page(request, "access/link.html", status=200 if is_usable else 410, is_usable=is_usable)
    user = use_link(request.POST.get("key", ""))
    if user is None:
        note_refusal("link", "unknown, used or old", address=request.META.get("REMOTE_ADDR", ""))
        return _page(request, "access/link.html", status=410, is_usable=False)
    return _let_in(request, user, "link", _here(request, request.COOKIES.get(_WANTED, "")))


@require_POST
def sign_out(request: HttpRequest) -> HttpResponseRedirect:
    logout(request)
    return redirect("/sign-in/")


def _let_in(request: HttpRequest, user: User, how: How, to: str) -> HttpResponse:
    try:
        note_arrival(user, how)
    except AuditUnavailable:
        return _page(request, "access/sign_in.html", status=503, is_unrecorded=True)
    login(request, user, backend=_BACKEND)
    response = redirect(to)
    response.delete_cookie(_WANTED)
    return response


def _checked(request: HttpRequest, name: str, password: str) -> User | None:
    """The person, if the password is theirs. Who guesses has to wait ever longer."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    count_sign_in(name, address)
    user = authenticate(request, username=name, password=password)
    if user is None:
        return None
    forget_failures(name, address)
    assert isinstance(user, User)
    return user


def _next(request: HttpRequest) -> str:
    """Where they wanted to go, if that is here."""
    return _here(request, request.POST.get("next", ""))


def _here(request: HttpRequest, wanted: str) -> str:
    is_here = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if is_here else "/"


def _page(request: HttpRequest, template: str, status: int = 200, **facts: Any) -> HttpResponse:
    lang = request_language()
    words = _words().get(lang, _words()["en"])
    wanted = request.POST.get("next") or request.GET.get("next", "")
    shown = {
        "lang": lang,
        "words": words,
        "next": wanted,
        "key": request.GET.get("key", ""),
        "problem": words.get(request.GET.get("problem", "")),
        "provider": settings.OIDC and {"name": settings.OIDC.name, "path": LOGIN_PATH},
        **facts,
    }
    response = render(request, template, shown, status=status)
    if wanted:
        response.set_cookie(_WANTED, wanted[:_LONGEST_ADDRESS], max_age=_HOUR, httponly=True, samesite="Lax")
    return response


@cache
def _words() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("access_words.json").read_text("utf-8"))
    return found
