"""What is answered where something went wrong outside the API's own handlers."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse
from django.views.defaults import server_error as default_server_error

from answerable.errors import disk_full
from answerable.web.api.failures import failure

__all__ = ["server_error"]


def server_error(request: HttpRequest) -> HttpResponse:
    """A full disk is said in one line; of anything else, only that it happened."""
    full = disk_full(sys.exc_info()[1])
    if full is None:
        return default_server_error(request)
    if request.path.startswith("/api/"):
        return failure(full)
    headers = {"Retry-After": "60", "Content-Type": "text/plain; charset=utf-8"}
    return HttpResponse(f"{full.line()}\n", status=503, headers=headers)
