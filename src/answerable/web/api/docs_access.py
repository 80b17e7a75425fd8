"""Who may read the description of the API: whoever may use it, by cookie or by token."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse

from answerable.kernel.errors import AnswerableError, NotSignedIn
from answerable.kernel.messages import msg
from answerable.projects.models import Role
from answerable.web.api.authentication import require
from answerable.web.api.error_responses import failure

__all__ = ["members_only"]

View = Callable[..., HttpResponse]


def members_only(view: View) -> View:
    """Programs get JSON where they may not; browsers are led to the sign-in page."""
    for_browsers = login_required(view)
    by_token, _by_cookie = require(Role.VIEWER)

    @wraps(view)
    def guarded(request: HttpRequest, *given: Any, **named: Any) -> HttpResponse:
        if "Authorization" not in request.headers:
            return for_browsers(request, *given, **named)
        try:
            if by_token(request) is None:
                raise NotSignedIn(msg("web.not_signed_in"), hint=msg("web.send_token"))
        except AnswerableError as error:
            return failure(error)
        return view(request, *given, **named)

    return guarded
