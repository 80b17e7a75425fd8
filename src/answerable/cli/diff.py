"""`answerable diff`: why do two receipts not say the same?"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from answerable.cli.options import json_option, settings_from, tells_failure, workspace_option

if TYPE_CHECKING:
    from answerable.agent.verifying import Checked
    from answerable.receipts import Difference

__all__ = ["command"]


@click.command("diff")
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@json_option
@workspace_option
@tells_failure
def command(first: Path, second: Path, as_json: bool, workspace: str | None) -> None:
    """Say why two receipts differ: source, SQL, schema, knowledge, policy, model, limits or data.

    Nothing is run. Exit codes: 0 whatever they say, 2 for what is no receipt, 13 where one was tampered with.
    """
    from answerable.agent import diff_receipts
    from answerable.agent.verifying import EXIT_CODES

    both, found = diff_receipts(first, second, settings_from(workspace=workspace))
    if as_json:
        from answerable.answers import dumps

        click.echo(dumps(_told(found)))
    else:
        _draw(both, found)
    if any(checked.tampered for checked in both):
        raise click.exceptions.Exit(EXIT_CODES["tampered"])


def _told(found: Difference) -> dict[str, Any]:
    return {
        "same_result": found.same_result,
        "causes": [{"kind": cause.kind, "words": cause.words} for cause in found.causes],
        "figures": [asdict(figure) for figure in found.figures],
        "remarks": list(found.remarks),
    }


def _draw(both: tuple[Checked, Checked], found: Difference) -> None:
    from answerable.answers import safe_text
    from answerable.receipts import EDITED

    for checked in both:
        if receipt := checked.receipt:
            edited = f" · {EDITED}" if receipt.is_edited else ""
            click.echo(safe_text(f"{receipt.created_at[:16].replace('T', ' ')} UTC  {receipt.answer['text']}{edited}"))
    click.echo("The results are the same." if found.same_result else "The results differ.")
    for cause in found.causes:
        click.echo(safe_text(f"{cause.kind}: {cause.words}"))
    for line in (*(figure.line() for figure in found.figures), *(f"- {remark}" for remark in found.remarks)):
        click.echo(safe_text(line))
