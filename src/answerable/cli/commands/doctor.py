"""`answerable doctor`: is the installation in order, and is a connection as harmless as it should be?"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from answerable.agent import check_installation, examine
from answerable.answers import dumps
from answerable.cli.draw_answer import terminal
from answerable.cli.draw_scorecard import draw_checks, draw_scorecard
from answerable.cli.options import json_option, settings_from, workspace_option
from answerable.cli.progress import ProgressLine

if TYPE_CHECKING:
    from answerable.agent import Check, Scorecard

__all__ = ["command"]

SERIOUS = 3


@click.command("doctor")
@click.option(
    "--source", "sources", metavar="S", multiple=True, help="What to examine, written as for 'ask'. May be repeated."
)
@json_option
@workspace_option
def command(sources: tuple[str, ...], as_json: bool, workspace: str | None) -> None:
    """Check the installation and, with --source, how harmless a connection is.

    Reads what the connection's user may do, tries harmless forms of known ways round a read-only session, and says how
    to mend what it finds. Nothing is changed.

    Exit codes: 0 nothing serious, 3 something serious: a check failed, a wall or the guard let a probe through, or the
    user has rights that reading does not need.
    """
    settings = settings_from(workspace=workspace)
    checks = check_installation(settings)
    with ProgressLine() as progress:
        scorecards = examine(sources, settings, progress) if sources else ()
    if as_json:
        click.echo(dumps(_as_dict(checks, scorecards)))
    else:
        _draw(checks, scorecards)
    if not all(check.ok for check in checks) or any(card.is_serious for card in scorecards):
        raise click.exceptions.Exit(SERIOUS)


def _as_dict(checks: tuple[Check, ...], scorecards: tuple[Scorecard, ...]) -> dict[str, Any]:
    return {"checks": [asdict(check) for check in checks], "sources": [_card(card) for card in scorecards]}


def _card(card: Scorecard) -> dict[str, Any]:
    probes = [
        {
            "id": outcome.probe.id,
            "title": outcome.probe.title,
            "sql": outcome.probe.sql,
            "guard_refuses": outcome.guard_refuses,
            "wall_holds": outcome.wall_holds,
            "privilege": card.privilege(outcome.probe),
            "said": outcome.said,
        }
        for outcome in card.outcomes
    ]
    return {
        "source": card.source,
        "dialect": card.dialect,
        "user": card.user,
        "is_serious": card.is_serious,
        "probes": probes,
        "findings": [asdict(finding) for finding in card.findings],
        "recipe": list(card.recipe),
    }


def _draw(checks: tuple[Check, ...], scorecards: tuple[Scorecard, ...]) -> None:
    console = terminal()
    draw_checks(checks, console)
    for card in scorecards:
        draw_scorecard(card, console)
