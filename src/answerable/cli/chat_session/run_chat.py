"""A conversation from its first line to its last. Imports models: Django must be set up before this is loaded."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from answerable.agent import open_run_context
from answerable.answers import safe_text
from answerable.cli.chat_session.line_reader import lines_of
from answerable.cli.chat_session.session_loop import Asker, ChatSession
from answerable.cli.progress import ProgressLine
from answerable.kernel.errors import BadSource
from answerable.kernel.workspace import Workspace
from answerable.projects.bootstrap import default_project, owner
from answerable.projects.connect_source import connect

if TYPE_CHECKING:
    from answerable.cli.chat_session.line_reader import LineSource
    from answerable.kernel.settings import Settings
    from answerable.projects.models import Source

__all__ = ["run_chat"]


def run_chat(specs: tuple[str, ...], settings: Settings, yes: bool) -> int:
    """The exit code. What a person saw go wrong is nothing to tell the shell; what went wrong in a pipe is."""
    with ProgressLine() as progress, open_run_context(specs, settings, progress=progress) as run_context:
        for source in run_context.sources:
            source.schema(progress=progress)
        progress.pause()
        lines = lines_of(Workspace.at(settings.workspace).root / "chat_history")
        session = ChatSession(
            replace(run_context, progress=None), Asker(owner(), default_project(), _storable_sources(specs), lines, yes)
        )
        _greet(lines, session.source_names)
        while not session.is_over and (line := lines.next()) is not None:
            session.handle_line(line)
    return 0 if lines.has_person else session.exit_code


def _storable_sources(specs: tuple[str, ...]) -> list[Source]:
    """Sources under which the conversation is kept. One that may not be kept, for it holds a password, is asked all the
    same."""
    kept = []
    for spec in specs:
        try:
            kept.append(connect(default_project(), spec, "", owner()))
        except BadSource:
            continue
    return kept


def _greet(lines: LineSource, names: list[str]) -> None:
    if lines.has_person:
        click.echo(f"Ask about {safe_text(', '.join(names))}. /help says what else there is; Ctrl-D leaves.")
