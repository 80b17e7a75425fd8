"""`answerable guard --batch`: a verdict for every statement of a file."""

from __future__ import annotations

import sys
from typing import TextIO

import click

from answerable.agent import judge_batch

__all__ = ["command"]


@click.command("guard")
@click.option(
    "--batch",
    type=click.File(encoding="utf-8", errors="replace", lazy=False),
    required=True,
    metavar="FILE.jsonl",
    help='Lines {"id", "dialect", "sql", "schema"?, "policy"?}; - reads standard input.',
)
def command(batch: TextIO) -> None:
    """Judge SQL statements without running them: may they run?

    Prints a line for each line read: {"id", "verdict": "allow"|"reject", "errors": [...]}.
    """
    for line in judge_batch(batch):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
