"""`answerable profile`: what a source holds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from answerable.agent import meaning_of_sources, profile_source
from answerable.answers import dumps, to_json
from answerable.cli.draw_answer import terminal
from answerable.cli.draw_meaning import draw_meaning
from answerable.cli.draw_profile import draw_profile
from answerable.cli.options import json_option, role_option, settings_from, source_option, workspace_option
from answerable.cli.progress import ProgressLine
from answerable.kernel.workspace import write_atomically
from answerable.semantics.model_json import model_to_json

if TYPE_CHECKING:
    from answerable.agent import SourceMeaning
    from answerable.kernel.settings import Settings

__all__ = ["command"]


@click.command("profile")
@source_option
@click.option("--meaning", is_flag=True, help="Say what tables and columns mean instead of what is in them.")
@click.option(
    "--osi",
    "osi_file",
    metavar="FILE.yaml",
    type=click.Path(dir_okay=False, path_type=Path),
    help="With --meaning: save it as an Open Semantic Interchange document.",
)
@json_option
@role_option
@workspace_option
def command(
    sources: tuple[str, ...],
    meaning: bool,
    osi_file: Path | None,
    as_json: bool,
    role: str | None,
    workspace: str | None,
) -> None:
    """Describe what a source holds: tables, keys, and for each column how full it is and what is in it."""
    settings = settings_from(role=role, workspace=workspace)
    if osi_file and not meaning:
        raise click.UsageError("--osi saves what tables mean: add --meaning.")
    if meaning:
        _print_meaning(sources, settings, as_json, osi_file)
    else:
        _print_profile(sources, settings, as_json)


def _print_meaning(sources: tuple[str, ...], settings: Settings, as_json: bool, osi_file: Path | None) -> None:
    with ProgressLine() as progress:
        meanings = meaning_of_sources(sources, settings, progress)
    if osi_file:
        _save_osi(meanings, osi_file)
    if as_json:
        told = [{"source": one.source, **model_to_json(one.model)} for one in meanings]
        click.echo(dumps(to_json({"sources": told})))
        return
    for one in () if osi_file else meanings:
        draw_meaning(one, terminal())


def _save_osi(meanings: Sequence[SourceMeaning], path: Path) -> None:
    from answerable.semantics.interchange import ModelledSource, osi_text

    text = osi_text(ModelledSource(one.source, one.model, one.schema) for one in meanings)
    try:
        write_atomically(path, text.encode())
    except OSError as error:
        raise click.UsageError(f"'{path}' cannot be written: {error.strerror}") from None
    click.echo(f"Saved as '{path}'.", err=True)


def _print_profile(sources: tuple[str, ...], settings: Settings, as_json: bool) -> None:
    from dataclasses import asdict

    with ProgressLine() as progress:
        profiles = profile_source(sources, settings, progress)
    if as_json:
        click.echo(dumps(to_json({"sources": [asdict(profile) for profile in profiles]})))
        return
    for profile in profiles:
        draw_profile(profile, terminal())
