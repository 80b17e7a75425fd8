"""`answerable explain`: a query in plain words."""

from __future__ import annotations

import click

from answerable.agent import explain_query
from answerable.cli.options import lang_option, role_option, settings_from, source_option, workspace_option
from answerable.cli.progress import ProgressLine

__all__ = ["command"]


@click.command("explain")
@click.argument("sql")
@source_option
@lang_option
@role_option
@workspace_option
def command(sql: str, sources: tuple[str, ...], lang: str | None, role: str | None, workspace: str | None) -> None:
    """Put SQL into plain words, without running it.

    The query must be one that the guard would allow on this source.
    """
    settings = settings_from(language=lang, role=role, workspace=workspace)
    with ProgressLine() as progress:
        text = explain_query(sql, sources, settings, progress=progress)
    click.echo(text)
