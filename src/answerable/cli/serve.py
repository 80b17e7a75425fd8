"""`answerable serve`: the web page and the HTTP API, on this machine unless told otherwise."""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING, Any

import click

from answerable.cli.options import settings_from, workspace_option

if TYPE_CHECKING:
    from answerable.cli.listening import Listener

__all__ = ["command"]


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8765, show_default=True, type=click.IntRange(0, 65535), help="0 takes a free one.")
@click.option(
    "--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes that share the work."
)
@click.option("--source", "sources", metavar="S", multiple=True, help="Connect this, written as for 'ask'. Repeatable.")
@click.option("--multi-user", is_flag=True, help="Let people sign in from other machines, each with a password.")
@click.option("--open/--no-open", "opens", default=None, help="Open the page in a browser [when at a terminal].")
@click.option("--new-link", is_flag=True, help="Only print a new sign-in link for the owner.")
@workspace_option
def command(host: str, port: int, workers: int, sources: tuple[str, ...], **given: Any) -> None:
    """Serve the web page and the HTTP API.

    \b
    answerable serve --source shop.db
    answerable serve --new-link
    """
    from answerable.cli.accounts import open_accounts
    from answerable.cli.listening import Listener, free_port

    settings = settings_from(workspace=given["workspace"])
    if given["new_link"]:
        open_accounts(settings)
        click.echo(_link(Listener(host, port)))
        return
    listener = free_port(host, port)
    with listener.socket:
        open_accounts(settings, hosts=listener.hosts(settings.hosts))
        _refuse_strangers(listener, given["multi_user"])
        _connect(sources)
        _demand_policy_names()
        _greet(listener, opens=given["opens"])
        _serve(listener, workers, behind_proxy=settings.https)


def _refuse_strangers(listener: Listener, multi_user: bool) -> None:
    """Other machines are let in only where an admin has a password."""
    from answerable.errors import BadSetting
    from answerable.projects.beginning import has_password, owner

    if listener.is_local:
        return
    if not multi_user:
        raise BadSetting(f"--host {listener.host} lets other machines in.", hint="Add --multi-user if that is meant.")
    if not has_password():
        name = owner().get_username()
        raise BadSetting("No admin has a password yet.", hint=f"Set one first: answerable users password {name}")


def _connect(sources: tuple[str, ...]) -> None:
    from answerable.cli.progress import ProgressLine
    from answerable.projects.beginning import default_project, owner
    from answerable.projects.connecting import connect

    with ProgressLine() as progress:
        for spec in sources:
            progress(f"Opening {spec}", None)
            connect(default_project(), spec, "", owner())


def _demand_policy_names() -> None:
    """A policy that names nothing protects nothing: it is said before anybody can ask. A source that is not there now
    is looked at when it is asked about."""
    from answerable.agent.policies.all_sources import check_policy
    from answerable.errors import BadSetting
    from answerable.projects.beginning import default_project
    from answerable.projects.held import settings_of
    from answerable.projects.models import Source
    from answerable.settings import FILE_NAME

    specs = list(Source.objects.values_list("spec", flat=True).distinct())
    checked = check_policy(specs, settings_of(default_project()))
    if checked.problems and not checked.closed:
        raise BadSetting(checked.problems[0], hint=f"Correct [policy] in {FILE_NAME}.")
    for line in checked.problems:
        closed = ", ".join(checked.closed)
        click.echo(f"Warning: {line} Questions are refused until it does; {closed} could not be opened.", err=True)


def _greet(listener: Listener, *, opens: bool | None) -> None:
    link = _link(listener)
    click.echo(f"Answerable is at {listener.url}")
    click.echo(f"Sign in with this link; it works once, within 15 minutes:\n  {link}\nPress Ctrl-C to stop.")
    sys.stdout.flush()
    if opens or (opens is None and sys.stdout.isatty()):
        import webbrowser

        webbrowser.open(link)


def _link(listener: Listener) -> str:
    from answerable.projects.beginning import owner
    from answerable.projects.links import make_link

    return f"{listener.url}/sign-in/link/?key={make_link(owner())}"


def _serve(listener: Listener, workers: int, *, behind_proxy: bool) -> None:
    import uvicorn
    from django.db import connections
    from uvicorn.importer import import_from_string
    from uvicorn.supervisors import Multiprocess

    connections.close_all()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as Ctrl-C does
    config = uvicorn.Config(
        "answerable.web.asgi:application",
        workers=workers,
        http=import_from_string("answerable.web.intake.connections:GuardedProtocol"),
        lifespan="off",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=behind_proxy,
        # Longer than clients keep an idle connection (mostly 5 s): who closes first must be the client, or a request
        # that it sends at that moment is lost.
        timeout_keep_alive=15,
        timeout_graceful_shutdown=3,
    )
    try:
        if workers > 1:
            Multiprocess(config, sockets=[listener.socket]).run()
        else:
            uvicorn.Server(config).run(sockets=[listener.socket])
    except KeyboardInterrupt:
        pass
    click.echo("Stopped.", err=True)
