"""A person at the terminal approves, edits or cancels a query."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from answerable.agent import Decision
from answerable.cli.draw_answer import draw_preview, terminal

if TYPE_CHECKING:
    from answerable.agent import Preview
    from answerable.cli.progress import ProgressLine

__all__ = ["ask_person"]


def ask_person(preview: Preview, progress: ProgressLine) -> Decision:
    progress.pause()
    draw_preview(preview, terminal(stderr=True))
    choice = click.prompt(
        "Run it? [y]es, [e]dit, [n]o", type=click.Choice(["y", "e", "n"]), show_choices=False, err=True
    )
    if choice == "e":
        edited = click.edit(preview.sql, extension=".sql")
        return Decision(approved=edited is not None, edited_sql=(edited or "").strip() or None)
    return Decision(approved=choice == "y")
