"""`answerable users`: accounts for several people, and what each may do."""

from __future__ import annotations

import sys

import click

from answerable.cli.account_options import open_accounts
from answerable.cli.options import settings_from, workspace_option

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
    open_accounts(settings_from(workspace=workspace))


@command.command("add")
@click.argument("name")
@_role_option
def add(name: str, role: str) -> None:
    """Make an account. The password is asked for, or read from standard input."""
    from answerable.cli.user_accounts import give_role, new_account, set_password  # models, as in all commands below

    user = new_account(name)
    set_password(user, _read_password())
    give_role(user, role)
    click.echo(f"{name} can sign in now, as {role}.")


@command.command("list")
def list_() -> None:
    """Who has an account, in which role, and how they sign in."""
    from answerable.cli.user_accounts import members

    for member in members():
        click.echo("\t".join(member))


@command.command("role")
@click.argument("name")
@click.argument("role", type=click.Choice(ROLES))
def role(name: str, role: str) -> None:
    """Give an account another role."""
    from answerable.cli.user_accounts import change_role

    change_role(name, role)
    click.echo(f"{name} is {role} now.")


@command.command("password")
@click.argument("name")
def password(name: str) -> None:
    """Set an account's password; sessions it has open end."""
    from answerable.cli.user_accounts import account_called, set_password

    set_password(account_called(name), _read_password())
    click.echo(f"{name} has a new password.")


def _read_password() -> str:
    if sys.stdin.isatty():
        asked: str = click.prompt("Password", hide_input=True, confirmation_prompt=True)
        return asked
    return sys.stdin.readline().rstrip("\r\n")
