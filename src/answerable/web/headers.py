"""Headers every response carries: what a page may load, and that nothing is guessed or framed.

Scripts come from this site alone and none are inline; charts are drawn with Vega's expression interpreter
(`ast: true`), so that nothing needs `unsafe-eval`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

__all__ = ["CONTENT_POLICY", "guard_headers"]

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_UNCACHED = ("/api/", "/operators/", "/sign-in/")
"""What is somebody's own is kept by no cache on the way."""

Answer = Callable[[HttpRequest], Any]


@sync_and_async_middleware
def guard_headers(get_response: Answer) -> Answer | Callable[[HttpRequest], Awaitable[Any]]:
    if iscoroutinefunction(get_response):

        async def middleware(request: HttpRequest) -> HttpResponseBase:
            return _guarded(request, await get_response(request))

        return middleware

    return lambda request: _guarded(request, get_response(request))


def _guarded(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    if request.path.startswith(_UNCACHED):
        response.headers.setdefault("Cache-Control", "no-store")
    return response
