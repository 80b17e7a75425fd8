"""`answerable translate --batch`: questions to SQL, for benchmarks."""

from __future__ import annotations

import sys
from typing import TextIO

import click

from answerable.agent import translate_batch
from answerable.cli.options import dump_prompts_option, engine_option, settings_from, workspace_option
from answerable.cli.progress import ProgressLine

__all__ = ["command"]


@click.command("translate")
@click.option(
    "--batch",
    type=click.File(encoding="utf-8", errors="replace", lazy=False),
    required=True,
    metavar="FILE.jsonl",
    help='Lines {"id", "source", "question", "context"?}; - reads standard input.',
)
@engine_option
@dump_prompts_option
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that work side by side."
)
@workspace_option
def command(batch: TextIO, engine: str | None, dump_prompts: str | None, jobs: int, workspace: str | None) -> None:
    """Turn questions into SQL without running it.

    Prints a line for each line read, in the same order: {"id", "sql", "confidence", "path", "ms", "candidates",
    "clarification"?}. The SQL is always the best guess, also where it would ask back.
    """
    settings = settings_from(engine=engine, dump_prompts=dump_prompts, workspace=workspace)
    with ProgressLine() as progress:
        for line in translate_batch(batch, settings, jobs=jobs, progress=progress):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
