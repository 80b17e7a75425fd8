"""Who is asking: a signed-in browser (cookie, with CSRF protection) or a program with an API token.

    @router.get("/things", auth=require(Role.CURATOR))
    def things(request): ... identity(request).project ...

Nobody known → 401, role too low → 403; both before the request's body is looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from ninja.security import APIKeyCookie, HttpBearer

from answerable.kernel.errors import NotAllowed, NotSignedIn
from answerable.kernel.messages import msg
from answerable.projects.api_tokens import bearer
from answerable.projects.membership import Identity, identify
from answerable.projects.models import Role

__all__ = ["Identity", "identity", "require", "signed_in"]

PROJECT_KEY = "project"
"""Of the cookie session: slug of the project a person works in."""


def identity(request: HttpRequest) -> Identity:
    """Of an endpoint that `require` has let the request into."""
    found = getattr(request, "auth", None)
    if not isinstance(found, Identity):
        raise NotSignedIn(msg("web.not_signed_in"), hint=msg("web.sign_in"))
    return found


def signed_in(request: HttpRequest) -> Identity | None:
    """By the cookie alone: for pages. None when nobody is, or when they are in no project."""
    if not request.user.is_authenticated:
        return None
    return identify(request.user, request.session.get(PROJECT_KEY, "")) or identify(request.user)


def require(role: Role) -> list[Callable[[HttpRequest], Any]]:
    """What an endpoint's `auth` is: either way of showing who one is, and a role that reaches this far."""
    return [_Token(role), _Cookie(role)]


class _Token(HttpBearer):
    def __init__(self, role: Role) -> None:
        super().__init__()
        self._role = role

    def authenticate(self, request: HttpRequest, token: str) -> Identity | None:
        found = bearer(token)
        if found is None:
            raise NotSignedIn(
                msg("web.token_unknown"),
                hint=msg("web.make_a_token"),
            )
        return _allowed(found, self._role)


class _Cookie(APIKeyCookie):
    def __init__(self, role: Role) -> None:
        self.param_name = settings.SESSION_COOKIE_NAME
        super().__init__(csrf=True)
        self._role = role

    def __call__(self, request: HttpRequest) -> Identity | None:
        found = signed_in(request)
        if found is None:
            return None
        self._get_key(request)  # refuses a request that another site made the browser send
        return _allowed(found, self._role)

    def authenticate(self, request: HttpRequest, key: str | None) -> Identity | None:
        return signed_in(request)


def _allowed(found: Identity, role: Role) -> Identity:
    if not found.role.reaches(role):
        raise NotAllowed(
            msg("web.role_needed", role=role, user=found.user.get_username(), own_role=found.role),
            hint=msg("web.ask_an_admin"),
        )
    return found
