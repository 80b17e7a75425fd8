"""What is answered where something went wrong outside the API's own handlers."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse

from answerable.kernel.errors import disk_full
from answerable.web.api.error_responses import failure
from answerable.web.pages.problem_page import problem_page
from answerable.web.request_language import request_language

__all__ = ["bad_request", "csrf_failure", "not_allowed", "not_found", "server_error"]


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem_page(request, 400, "bad_address")


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem_page(request, 403, "not_yours")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Most often a form that was open while somebody signed in or out elsewhere."""
    return problem_page(request, 403, "form_too_old")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem_page(request, 404, "nothing_here")


def server_error(request: HttpRequest) -> HttpResponse:
    """A full disk is said in one line; of anything else, only that it happened."""
    full = disk_full(sys.exc_info()[1])
    if full is None:
        return problem_page(request, 500, "went_wrong")
    if request.path.startswith("/api/"):
        return failure(full)
    headers = {"Retry-After": "60", "Content-Type": "text/plain; charset=utf-8"}
    return HttpResponse(f"{full.line(request_language())}\n", status=503, headers=headers)
