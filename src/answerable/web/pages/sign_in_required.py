"""Leads to the sign-in page, and back to the page that was wanted."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

__all__ = ["sign_in_required"]

View = Callable[..., HttpResponse]


def sign_in_required(view: View) -> View:
    """Who was signed in before, as the cookie shows, is told that this is over."""

    @wraps(view)
    def guarded(request: HttpRequest, *given: Any, **named: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *given, **named)
        told = {"problem": "signed_out"} if settings.SESSION_COOKIE_NAME in request.COOKIES else {}
        query = urlencode({"next": request.get_full_path(), **told}, safe="/")
        return HttpResponseRedirect(f"{settings.LOGIN_URL}?{query}")

    return guarded
