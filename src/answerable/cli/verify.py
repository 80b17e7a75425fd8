"""`answerable verify`: does a receipt still hold?"""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from answerable.cli.options import json_option, role_option, settings_from, tells_failure, workspace_option

if TYPE_CHECKING:
    from answerable.agent.verifying import Checked
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
    from answerable.agent import verify_receipt
    from answerable.agent.verifying import EXIT_CODES
    from answerable.cli.progress import ProgressLine

    settings = settings_from(role=given["role"], workspace=given["workspace"])
    with ProgressLine() as progress:
        checked, found = verify_receipt(receipt, settings, sources, key=key, progress=progress)
    if as_json:
        _print_json(checked, found)
    else:
        _draw(checked, found)
    if code := EXIT_CODES[found.verdict]:
        sys.exit(code)


def _print_json(checked: Checked, found: Comparison) -> None:
    from answerable.answers import dumps

    receipt = checked.receipt
    told = {
        "verdict": found.verdict.value,
        "reasons": list(found.reasons),
        "remarks": list(found.remarks),
        "figures": [asdict(figure) for figure in found.figures],
        "is_own": checked.is_own,
        "is_edited": receipt is not None and receipt.is_edited,
        "receipt": None if receipt is None else receipt.body(),
    }
    click.echo(dumps(told))


def _draw(checked: Checked, found: Comparison) -> None:
    from rich.text import Text

    from answerable.answers import safe_text
    from answerable.cli.draw import terminal
    from answerable.receipts import EDITED

    terminal().print(Text(found.verdict.value, style=_STYLES.get(found.verdict.value, "bold yellow")))
    if receipt := checked.receipt:
        edited = f" · {EDITED}" if receipt.is_edited and not checked.tampered else ""
        click.echo(safe_text(f"{receipt.question} ({receipt.created_at[:16].replace('T', ' ')} UTC){edited}"))
        click.echo(safe_text(f"  said: {receipt.answer['text']}"))
    for line in (*found.reasons, *(f"- {remark}" for remark in found.remarks)):
        click.echo(safe_text(line))
