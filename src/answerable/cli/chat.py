"""`answerable chat`: a conversation about your data."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from answerable.cli.options import lang_option, role_option, settings_from, source_option, workspace_option

if TYPE_CHECKING:
    from answerable.cli.talk.lines import Lines
    from answerable.projects.models import Source
    from answerable.settings import Settings

__all__ = ["command"]


@click.command("chat")
@source_option
@click.option("--yes", "-y", is_flag=True, help="Approve every query beforehand.")
@click.option("--engine", help="What translates: embedded, or PROVIDER:MODEL.")
@lang_option
@role_option
@workspace_option
def command(sources: tuple[str, ...], yes: bool, **given: Any) -> None:
    """Talk about your data: ask, and ask on.

    \b
    answerable chat --source shop.db
    answerable chat --source shop.db < questions.txt
    """
    settings = settings_from(
        engine=given["engine"], language=given["lang"], role=given["role"], workspace=given["workspace"]
    )
    exit_code = _talk(sources, settings, yes)
    if exit_code:
        sys.exit(exit_code)


def _talk(specs: tuple[str, ...], settings: Settings, yes: bool) -> int:
    """What a person saw go wrong is nothing to tell the shell; what went wrong in a pipe is."""
    from answerable.agent import open_desk
    from answerable.cli.accounts import open_accounts
    from answerable.cli.progress import ProgressLine
    from answerable.workspace import Workspace

    open_accounts(settings)
    from answerable.cli.talk.lines import lines_of
    from answerable.cli.talk.talking import Asker, Talk
    from answerable.projects.beginning import default_project, owner

    with ProgressLine() as progress, open_desk(specs, settings, progress=progress) as desk:
        for source in desk.sources:
            source.schema(progress=progress)
        progress.pause()
        lines = lines_of(Workspace.at(settings.workspace).root / "chat_history")
        talk = Talk(replace(desk, progress=None), Asker(owner(), default_project(), _kept(specs), lines, yes))
        _greet(lines, talk.source_names)
        while not talk.is_over and (line := lines.next()) is not None:
            talk.hear(line)
    return 0 if lines.has_person else talk.exit_code


def _kept(specs: tuple[str, ...]) -> list[Source]:
    """Sources under which the conversation is kept. One that may not be kept, for it holds a password, is asked all the
    same."""
    from answerable.errors import BadSource
    from answerable.projects.beginning import default_project, owner
    from answerable.projects.connecting import connect

    kept = []
    for spec in specs:
        try:
            kept.append(connect(default_project(), spec, "", owner()))
        except BadSource:
            continue
    return kept


def _greet(lines: Lines, names: list[str]) -> None:
    from answerable.answers import safe_text

    if lines.has_person:
        click.echo(f"Ask about {safe_text(', '.join(names))}. /help says what else there is; Ctrl-D leaves.")
