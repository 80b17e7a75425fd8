"""People who come through the organisation's own sign-in: which are let in, and with which role."""

from __future__ import annotations

from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse  # type: ignore[import-untyped]
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter  # type: ignore[import-untyped]
from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import redirect

from answerable.projects.bootstrap import default_project
from answerable.projects.membership import identify, set_role
from answerable.projects.models import Role
from answerable.projects.sign_in_audit import note_arrival, note_refusal

__all__ = ["Newcomers"]


class Newcomers(DefaultSocialAccountAdapter):  # type: ignore[misc]
    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        """Whoever an admin removed stays out; whoever is new needs a role to begin with."""
        is_welcome = identify(sociallogin.user) if sociallogin.is_existing else _first_role()
        if not is_welcome:
            note_refusal(
                "single sign-on", "not a member", name=sociallogin.user.get_username(), address=_address(request)
            )
            raise _refused("not_a_member")
        if sociallogin.is_existing:
            note_arrival(sociallogin.user, "single sign-on")

    def save_user(self, request: HttpRequest, sociallogin: Any, form: Any = None) -> Any:
        user = super().save_user(request, sociallogin, form)
        set_role(user, default_project(), Role(_first_role()))
        note_arrival(user, "single sign-on")
        return user

    def on_authentication_error(self, request: HttpRequest, provider: Any, **_told: Any) -> None:
        note_refusal("single sign-on", "the provider did not vouch for them", address=_address(request))
        raise _refused("not_signed_in")


def _address(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))


def _first_role() -> str:
    return settings.OIDC.role if settings.OIDC else ""


def _refused(problem: str) -> ImmediateHttpResponse:
    return ImmediateHttpResponse(redirect(f"/sign-in/?problem={problem}"))
