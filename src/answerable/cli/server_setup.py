"""What is done in the accounts' database before a server starts. Imports models: Django must be set up before."""

from __future__ import annotations

import click

from answerable.agent.context.policies.all_sources import check_policy
from answerable.cli.listen_address import Listener
from answerable.cli.progress import ProgressLine
from answerable.kernel.errors import BadSetting
from answerable.kernel.messages import msg
from answerable.kernel.settings import FILE_NAME
from answerable.projects.bootstrap import default_project, has_password, owner
from answerable.projects.connect_source import connect
from answerable.projects.effective_settings import settings_of
from answerable.projects.models import Source
from answerable.projects.sign_in_links import make_link

__all__ = ["prepare_server", "sign_in_link"]


def prepare_server(listener: Listener, sources: tuple[str, ...], *, multi_user: bool) -> None:
    _refuse_strangers(listener, multi_user)
    _connect_sources(sources)
    _require_policy_names()


def sign_in_link(listener: Listener) -> str:
    return f"{listener.url}/sign-in/link/?key={make_link(owner())}"


def _refuse_strangers(listener: Listener, multi_user: bool) -> None:
    """Other machines are let in only where an admin has a password."""
    if listener.is_local:
        return
    if not multi_user:
        raise BadSetting(msg("cli.host_lets_others_in", host=listener.host), hint=msg("cli.add_multi_user"))
    if not has_password():
        name = owner().get_username()
        raise BadSetting(msg("cli.no_admin_password"), hint=msg("cli.set_password_first", name=name))


def _connect_sources(sources: tuple[str, ...]) -> None:
    with ProgressLine() as progress:
        for spec in sources:
            progress(f"Opening {spec}", None)
            connect(default_project(), spec, "", owner())


def _require_policy_names() -> None:
    """A policy that names nothing protects nothing: it is said before anybody can ask. A source that is not there now
    is looked at when it is asked about."""
    specs = list(Source.objects.values_list("spec", flat=True).distinct())
    checked = check_policy(specs, settings_of(default_project()))
    if checked.problems and not checked.closed:
        raise BadSetting(checked.problems[0], hint=msg("common.correct_policy", file=FILE_NAME))
    for line in checked.problems:
        closed = ", ".join(checked.closed)
        click.echo(f"Warning: {line} Questions are refused until it does; {closed} could not be opened.", err=True)
