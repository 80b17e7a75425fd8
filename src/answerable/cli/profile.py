"""`answerable profile`: what a source holds."""

from __future__ import annotations

import click

from answerable.cli.options import json_option, role_option, settings_from, source_option, workspace_option

__all__ = ["command"]


@click.command("profile")
@source_option
@json_option
@role_option
@workspace_option
def command(sources: tuple[str, ...], as_json: bool, role: str | None, workspace: str | None) -> None:
    """Describe what a source holds: tables, keys, and for each column how full it is and what is in it."""
    from dataclasses import asdict

    from answerable.agent import profile_source
    from answerable.cli.progress import ProgressLine

    settings = settings_from(role=role, workspace=workspace)
    with ProgressLine() as progress:
        profiles = profile_source(sources, settings, progress)
    if as_json:
        from answerable.answers import dumps, to_json

        click.echo(dumps(to_json({"sources": [asdict(profile) for profile in profiles]})))
        return
    from answerable.cli.draw import terminal
    from answerable.cli.draw_profile import draw_profile

    for profile in profiles:
        draw_profile(profile, terminal())
