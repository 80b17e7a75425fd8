"""`answerable serve`: the web page and the HTTP API, on this machine unless told otherwise."""

from __future__ import annotations

import signal
import sys
from typing import Any

import click

from answerable.cli.account_options import open_accounts
from answerable.cli.listen_address import Listener, free_port
from answerable.cli.options import settings_from, workspace_option

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
    settings = settings_from(workspace=given["workspace"])
    if given["new_link"]:
        open_accounts(settings)
        click.echo(_sign_in_link(Listener(host, port)))
        return
    listener = free_port(host, port)
    with listener.socket:
        open_accounts(settings, hosts=listener.hosts(settings.hosts))
        _prepare(listener, sources, multi_user=given["multi_user"])
        _greet(listener, opens=given["opens"])
        _serve(listener, workers, behind_proxy=settings.https)


def _prepare(listener: Listener, sources: tuple[str, ...], *, multi_user: bool) -> None:
    from answerable.cli.server_setup import prepare_server  # imports models, which Django must be set up for

    prepare_server(listener, sources, multi_user=multi_user)


def _sign_in_link(listener: Listener) -> str:
    from answerable.cli.server_setup import sign_in_link

    return sign_in_link(listener)


def _greet(listener: Listener, *, opens: bool | None) -> None:
    link = _sign_in_link(listener)
    click.echo(f"Answerable is at {listener.url}")
    click.echo(f"Sign in with this link; it works once, within 15 minutes:\n  {link}\nPress Ctrl-C to stop.")
    sys.stdout.flush()
    if opens or (opens is None and sys.stdout.isatty()):
        import webbrowser

        webbrowser.open(link)


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
