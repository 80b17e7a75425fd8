"""Every failure in one shape: {"error": {"code", "message", "hint"}}. Nothing of the inside gets out."""

from __future__ import annotations

import logging
from typing import Any

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from answerable.kernel.errors import (
    AnswerableError,
    AskerError,
    BadSetting,
    DiskFull,
    NeedsClarification,
    NotAllowed,
    NotFound,
    NotSignedIn,
    OperatorError,
    TooLate,
    TooManyAttempts,
    disk_full,
    one_line,
)
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.settings import mask
from answerable.projects.server_paths import without_paths
from answerable.sensitive.redact import redact
from answerable.web.request_language import request_language

__all__ = ["answer_failures", "failure", "plain_failure", "status_of"]

_STATUS: tuple[tuple[type[AnswerableError], int], ...] = (
    (NotSignedIn, 401),
    (NotAllowed, 403),
    (NotFound, 404),
    (TooLate, 409),
    (TooManyAttempts, 429),
    (NeedsClarification, 409),
    (AskerError, 400),
    (BadSetting, 400),
    (OperatorError, 503),
    (AnswerableError, 422),
)
"""The first class that fits."""

_FULL_RETRY_SECONDS = 60

_log = logging.getLogger(__name__)


def status_of(error: AnswerableError) -> int:
    return next(status for kind, status in _STATUS if isinstance(error, kind))


def failure(error: AnswerableError) -> HttpResponse:
    error = disk_full(error) or error
    response = _response(status_of(error), error.code, error.what, error.advice)
    if isinstance(error, TooManyAttempts):
        response["Retry-After"] = str(error.seconds)
    if isinstance(error, DiskFull):
        response["Retry-After"] = str(_FULL_RETRY_SECONDS)
    return response


def plain_failure(status: int, method: str, allowed: str) -> HttpResponse:
    """What Django refused without an exception of ours."""
    if status == 404:
        return _nothing_there(HttpRequest(), None)
    if status == 405:
        hint = msg("web.send_other_method", methods=allowed) if allowed else msg("web.see_what_is_expected")
        return _response(405, "method_not_allowed", msg("web.method_not_allowed", method=method), hint)
    if status < 500:
        return _response(status, "bad_request", msg("web.request_unreadable"), msg("web.send_json"))
    return _response(status, "internal", msg("common.internal_error"), msg("common.see_log"))


def answer_failures(api: NinjaAPI) -> None:
    """Give `api` a handler for everything that can be raised in it."""
    api.add_exception_handler(AnswerableError, lambda _request, error: failure(_only(AnswerableError, error)))
    api.add_exception_handler(AuthenticationError, _nobody)
    api.add_exception_handler(HttpError, _http_error)
    api.add_exception_handler(ValidationError, _malformed)
    api.add_exception_handler(Http404, _nothing_there)
    for kind in (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent):
        api.add_exception_handler(kind, _too_much)
    api.add_exception_handler(MultiPartParserError, _unreadable)
    api.add_exception_handler(Exception, _unforeseen)


def _response(status: int, code: str, message: CodedMessage, hint: CodedMessage) -> HttpResponse:
    language = request_language()
    said = {"code": code, "message": one_line(message.render(language)), "hint": one_line(hint.render(language))}
    shown = redact({name: without_paths(mask(text)) for name, text in said.items()})
    return JsonResponse({"error": shown}, status=status)


def _only(kind: type[AnswerableError], error: Any) -> AnswerableError:
    assert isinstance(error, kind)
    return error


def _nobody(_request: HttpRequest, _error: Any) -> HttpResponse:
    return failure(NotSignedIn(msg("web.not_signed_in"), hint=msg("web.sign_in")))


def _http_error(_request: HttpRequest, error: Any) -> HttpResponse:
    if error.status_code == 403:
        return _response(403, "csrf", msg("web.not_from_here"), msg("web.reload"))
    return _response(error.status_code, "bad_request", msg("web.request_unreadable"), msg("web.send_json"))


def _malformed(_request: HttpRequest, error: Any) -> HttpResponse:
    """Names the fields and what they should be; what was sent is not sent back."""
    first = error.errors[0] if error.errors else {"loc": (), "msg": "Malformed"}
    place = ".".join(str(part) for part in first["loc"][1:] if part not in ("data", "payload")) or "body"
    return _response(
        422,
        "bad_request",
        msg("web.field_wrong", field=place, problem=str(first["msg"])),
        msg("web.see_what_is_expected"),
    )


def _nothing_there(_request: HttpRequest, _error: Any) -> HttpResponse:
    return failure(NotFound(msg("web.nothing_here"), hint=msg("web.see_api_docs")))


def _too_much(_request: HttpRequest, _error: Any) -> HttpResponse:
    return _response(413, "too_large", msg("web.request_too_large"), msg("web.send_less"))


def _unreadable(_request: HttpRequest, _error: Any) -> HttpResponse:
    return _response(400, "bad_request", msg("web.form_unreadable"), msg("web.send_multipart"))


def _unforeseen(request: HttpRequest, error: Any) -> HttpResponse:
    if full := disk_full(error):
        _log.error("%s %s: the disk is full", request.method, request.path)
        return failure(full)
    _log.error("%s %s failed", request.method, request.path, exc_info=error)
    return _response(500, "internal", msg("common.internal_error"), msg("common.see_log"))
