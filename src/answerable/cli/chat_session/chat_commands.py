"""What may be said to the conversation itself: lines that begin with a slash."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from answerable.answers import safe_text

if TYPE_CHECKING:
    from answerable.cli.chat_session.session_loop import ChatSession

__all__ = ["COMMANDS", "run_command"]


def _new(session: ChatSession) -> None:
    session.begin_anew()
    click.echo("A new conversation.", err=True)


def _sources(session: ChatSession) -> None:
    for name in session.source_names:
        click.echo(safe_text(name))


def _sql(session: ChatSession) -> None:
    click.echo(safe_text(session.last_sql) if session.last_sql else "Nothing has run yet.", err=not session.last_sql)


def _help(_: ChatSession) -> None:
    click.echo("Ask a question, and lean on the last one: 'and by month?'. A number picks a reading.")
    for name, (line, _do) in COMMANDS.items():
        click.echo(f"  /{name:<9} {line}")
    click.echo("Ctrl-C stops a running query, Ctrl-D leaves.")


def _quit(session: ChatSession) -> None:
    session.is_over = True


COMMANDS: dict[str, tuple[str, Callable[[ChatSession], None]]] = {
    "new": ("begin a new conversation", _new),
    "sources": ("what is being asked", _sources),
    "sql": ("the SQL of the last answer", _sql),
    "help": ("this list", _help),
    "quit": ("leave", _quit),
}


def run_command(line: str, session: ChatSession) -> None:
    name = line.removeprefix("/").strip().casefold()
    if name in COMMANDS:
        COMMANDS[name][1](session)
    else:
        click.echo(f"There is no '{safe_text(line)}'; /help lists what there is.", err=True)
