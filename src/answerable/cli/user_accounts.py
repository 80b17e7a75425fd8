"""Accounts as `answerable users` changes them. Imports models: Django must be set up before this is loaded."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from answerable.kernel.errors import AskerError, NotFound
from answerable.kernel.messages import msg
from answerable.projects.bootstrap import default_project
from answerable.projects.membership import keep_an_admin, set_role
from answerable.projects.models import Member, Role

__all__ = ["account_called", "change_role", "give_role", "members", "new_account", "set_password"]


def new_account(name: str) -> User:
    """Not stored before it has a password."""
    if User.objects.filter(username=name).exists():
        raise AskerError(msg("cli.account_exists", name=name), hint=msg("cli.change_role", name=name))
    return User(username=name)


def account_called(name: str) -> User:
    found = User.objects.filter(username=name).first()
    if found is None:
        raise NotFound(msg("common.no_account", name=name), hint=msg("cli.list_users"))
    return found


def members() -> Iterator[tuple[str, str, str]]:
    """Name, role, and how they sign in."""
    for member in Member.objects.filter(project=default_project()).select_related("user").order_by("user__username"):
        way = "password" if member.user.has_usable_password() else "link"
        yield member.user.get_username(), member.role, way


def give_role(user: User, role: str) -> None:
    set_role(user, default_project(), Role(role))


def change_role(name: str, role: str) -> None:
    """Refused where nobody would be left who is admin."""
    user = account_called(name)
    keep_an_admin(default_project(), name, Role(role))
    give_role(user, role)


def set_password(user: User, password: str) -> None:
    try:
        user.clean_fields(exclude=["password"])
        validate_password(password, user)
    except ValidationError as error:
        raise AskerError(" ".join(error.messages), hint=msg("common.choose_another")) from None
    user.set_password(password)
    user.save()
