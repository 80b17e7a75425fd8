"""`answerable verify`: does a receipt still hold?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from answerable.agent import verify_receipt
from answerable.agent.proof.verify_receipt import EXIT_CODES
from answerable.answers import dumps, safe_text
from answerable.cli.draw_answer import terminal
from answerable.cli.options import json_option, role_option, settings_from, tells_failure, workspace_option
from answerable.cli.progress import ProgressLine
from answerable.receipts import EDITED
from answerable.words.languages import chosen_language

if TYPE_CHECKING:
    from answerable.agent.proof.verify_receipt import Checked
    from answerable.receipts import Comparison

__all__ = ["command"]

_STYLES = {"same": "green", "tampered": "bold red"}


@click.command("verify")
@click.argument("receipt", type=click.Path(path_type=Path))
@click.option("--source", "sources", metavar="S", multiple=True, help="Where to ask again [the one it names].")
@click.option("--key", default="", metavar="KEY", help="The key that must have signed it, or its short name.")
@json_option
@role_option
@workspace_option
@tells_failure
def command(receipt: Path, sources: tuple[str, ...], key: str, as_json: bool, **given: Any) -> None:
    """Check a receipt and run its query again, with no model.

    Says 'same', 'data changed', 'schema changed', 'knowledge changed' or 'tampered', and why. Exit codes: 0, 10, 11,
    12, 13; 2 for what is no receipt, 3 where the query may not run any more, 5 where it could not.
    """
    settings = settings_from(role=given["role"], workspace=given["workspace"])
    with ProgressLine() as progress:
        checked, found = verify_receipt(receipt, settings, sources, key=key, progress=progress)
    lang = chosen_language(settings.language)
    if as_json:
        _print_json(checked, found, lang)
    else:
        _draw(checked, found, lang)
    if code := EXIT_CODES[found.verdict]:
        sys.exit(code)


def _print_json(checked: Checked, found: Comparison, lang: str) -> None:
    receipt = checked.receipt
    told = {
        "verdict": found.verdict.value,
        "reasons": [reason.render(lang) for reason in found.reasons],
        "remarks": [remark.render(lang) for remark in found.remarks],
        "figures": [figure.as_dict() for figure in found.figures],
        "is_own": checked.is_own,
        "is_edited": receipt is not None and receipt.is_edited,
        "receipt": None if receipt is None else receipt.body(),
    }
    click.echo(dumps(told))


def _draw(checked: Checked, found: Comparison, lang: str) -> None:
    from rich.text import Text

    terminal().print(Text(found.verdict.value, style=_STYLES.get(found.verdict.value, "bold yellow")))
    if receipt := checked.receipt:
        edited = f" · {EDITED.render(lang)}" if receipt.is_edited and not checked.tampered else ""
        click.echo(safe_text(f"{receipt.question} ({receipt.created_at[:16].replace('T', ' ')} UTC){edited}"))
        click.echo(safe_text(f"  said: {receipt.answer['text']}"))
    remarks = (f"- {remark.render(lang)}" for remark in found.remarks)
    for line in (*(reason.render(lang) for reason in found.reasons), *remarks):
        click.echo(safe_text(line))
