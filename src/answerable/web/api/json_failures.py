"""Below /api/ every failure is JSON, also those that Django answers with a page before an endpoint is found."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from answerable.web.api.error_responses import plain_failure

__all__ = ["json_failures"]

Respond = Callable[[HttpRequest], Any]


@sync_and_async_middleware
def json_failures(get_response: Respond) -> Respond | Callable[[HttpRequest], Awaitable[Any]]:
    if iscoroutinefunction(get_response):

        async def middleware(request: HttpRequest) -> HttpResponseBase:
            return _as_json(request, await get_response(request))

        return middleware

    return lambda request: _as_json(request, get_response(request))


def _as_json(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    is_json = response.headers.get("Content-Type", "").startswith("application/json")
    if response.status_code < 400 or is_json or not request.path.startswith("/api/"):
        return response
    told = plain_failure(response.status_code, str(request.method), response.headers.get("Allow", ""))
    for name in ("Allow", "Retry-After"):
        if name in response.headers:
            told.headers[name] = response.headers[name]
    return told
