"""Remembers, after a request was answered, whose cookie or token it was."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from answerable.projects.membership import Identity
from answerable.web.intake.known_clients import note_client

__all__ = ["note_people"]

Answer = Callable[[HttpRequest], Any]


@sync_and_async_middleware
def note_people(get_response: Answer) -> Answer | Callable[[HttpRequest], Awaitable[Any]]:
    if iscoroutinefunction(get_response):

        async def middleware(request: HttpRequest) -> HttpResponseBase:
            return _noted(request, await get_response(request))

        return middleware

    return lambda request: _noted(request, get_response(request))


def _noted(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    shown = {
        b"authorization": request.headers.get("Authorization", "").encode("latin-1", "replace"),
        b"cookie": request.headers.get("Cookie", "").encode("latin-1", "replace"),
    }
    person = _person(request)
    if person or response.status_code in (401, 403):
        note_client(shown, settings.SESSION_COOKIE_NAME, person)
    return response


def _person(request: HttpRequest) -> str | None:
    """Only of what the request has worked out already: nothing is looked up for this."""
    identity = getattr(request, "auth", None)
    if isinstance(identity, Identity):
        return str(identity.user.pk)
    user = request.__dict__.get("_cached_user")
    return str(user.pk) if user is not None and user.is_authenticated else None
