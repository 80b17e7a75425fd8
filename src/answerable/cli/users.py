"""`answerable users`: accounts for several people, and what each may do."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from answerable.cli.options import settings_from, workspace_option

if TYPE_CHECKING:
    from django.contrib.auth.models import User

__all__ = ["command"]

ROLES = ("viewer", "analyst", "curator", "admin")

_role_option = click.option("--role", type=click.Choice(ROLES), default="viewer", show_default=True)


@click.group("users")
@workspace_option
def command(workspace: str | None) -> None:
    """Accounts for several people.

    A viewer asks and approves; an analyst also edits SQL, uploads and downloads; a curator also refreshes schemas; an
    admin also connects sources and manages members.
    """
    from answerable.cli.accounts import open_accounts

    open_accounts(settings_from(workspace=workspace))


@command.command("add")
@click.argument("name")
@_role_option
def add(name: str, role: str) -> None:
    """Make an account. The password is asked for, or read from standard input."""
    from django.contrib.auth.models import User

    from answerable.errors import AskerError
    from answerable.projects.beginning import default_project
    from answerable.projects.membership import set_role
    from answerable.projects.models import Role

    if User.objects.filter(username=name).exists():
        raise AskerError(
            f"There is an account '{name}' already.", hint=f"answerable users role {name} ROLE changes it."
        )
    user = User(username=name)
    _set_password(user)
    set_role(user, default_project(), Role(role))
    click.echo(f"{name} can sign in now, as {role}.")


@command.command("list")
def list_() -> None:
    """Who has an account, in which role, and how they sign in."""
    from answerable.projects.beginning import default_project
    from answerable.projects.models import Member

    for member in Member.objects.filter(project=default_project()).select_related("user").order_by("user__username"):
        way = "password" if member.user.has_usable_password() else "link"
        click.echo(f"{member.user.get_username()}\t{member.role}\t{way}")


@command.command("role")
@click.argument("name")
@click.argument("role", type=click.Choice(ROLES))
def role(name: str, role: str) -> None:
    """Give an account another role."""
    from answerable.projects.beginning import default_project
    from answerable.projects.membership import keep_an_admin, set_role
    from answerable.projects.models import Role

    user = _account(name)
    keep_an_admin(default_project(), name, Role(role))
    set_role(user, default_project(), Role(role))
    click.echo(f"{name} is {role} now.")


@command.command("password")
@click.argument("name")
def password(name: str) -> None:
    """Set an account's password; sessions it has open end."""
    _set_password(_account(name))
    click.echo(f"{name} has a new password.")


def _account(name: str) -> User:
    from django.contrib.auth.models import User

    from answerable.errors import NotFound

    found = User.objects.filter(username=name).first()
    if found is None:
        raise NotFound(f"There is no account '{name}'.", hint="answerable users list shows them.")
    return found


def _set_password(user: User) -> None:
    from django.contrib.auth.password_validation import validate_password
    from django.core.exceptions import ValidationError

    from answerable.errors import AskerError

    given = _read_password()
    try:
        user.clean_fields(exclude=["password"])
        validate_password(given, user)
    except ValidationError as error:
        raise AskerError(" ".join(error.messages), hint="Choose another.") from None
    user.set_password(given)
    user.save()


def _read_password() -> str:
    if sys.stdin.isatty():
        asked: str = click.prompt("Password", hide_input=True, confirmation_prompt=True)
        return asked
    return sys.stdin.readline().rstrip("\r\n")
