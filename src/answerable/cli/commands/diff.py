"""`answerable diff`: why do two receipts not say the same?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from answerable.agent import diff_receipts
from answerable.agent.proof.verify_receipt import EXIT_CODES
from answerable.answers import dumps, safe_text
from answerable.cli.options import json_option, settings_from, tells_failure, workspace_option
from answerable.kernel.messages import msg
from answerable.receipts import EDITED
from answerable.words.languages import chosen_language

if TYPE_CHECKING:
    from answerable.agent.proof.verify_receipt import Checked
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
    settings = settings_from(workspace=workspace)
    both, found = diff_receipts(first, second, settings)
    lang = chosen_language(settings.language)
    if as_json:
        click.echo(dumps(_told(found, lang)))
    else:
        _draw(both, found, lang)
    if any(checked.tampered for checked in both):
        raise click.exceptions.Exit(EXIT_CODES["tampered"])


def _told(found: Difference, lang: str) -> dict[str, Any]:
    return {
        "same_result": found.same_result,
        "causes": [{"kind": cause.kind, "words": cause.message.render(lang)} for cause in found.causes],
        "figures": [figure.as_dict() for figure in found.figures],
        "remarks": [remark.render(lang) for remark in found.remarks],
    }


def _draw(both: tuple[Checked, Checked], found: Difference, lang: str) -> None:
    for checked in both:
        if receipt := checked.receipt:
            edited = f" · {EDITED.render(lang)}" if receipt.is_edited else ""
            click.echo(safe_text(f"{receipt.created_at[:16].replace('T', ' ')} UTC  {receipt.answer['text']}{edited}"))
    same = msg("receipt_diff.same_results") if found.same_result else msg("receipt_diff.results_differ")
    click.echo(same.render(lang))
    for cause in found.causes:
        click.echo(safe_text(f"{cause.kind}: {cause.message.render(lang)}"))
    figures = (figure.message().render(lang) for figure in found.figures)
    for line in (*figures, *(f"- {remark.render(lang)}" for remark in found.remarks)):
        click.echo(safe_text(line))
