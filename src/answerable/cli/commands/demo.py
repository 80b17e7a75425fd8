"""`answerable demo`: the main job, on a shop of our own making, with no key, no server and no network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from answerable.agent import Agent, Question, answer_of, open_run_context, say_yes
from answerable.answers import render_png
from answerable.cli.draw_answer import draw_answer, terminal
from answerable.cli.options import lang_option, settings_from, workspace_option
from answerable.cli.progress import ProgressLine
from answerable.kernel.workspace import Workspace, write_atomically
from answerable.sample import ensure
from answerable.words.languages import chosen_language

if TYPE_CHECKING:
    from rich.console import Console

    from answerable.answers.answer import Answer

__all__ = ["QUESTIONS", "command"]

QUESTIONS = (
    "how many orders are there?",
    "how many orders came from Germany?",
    "who spent the most in 2025?",
    "total revenue by month in 2024",
    "top 5 products by quantity in 2025",
    "average revenue per order by channel since January 2025",
    "share of revenue by country in 2025",
    "number of returns by category in 2025",
    "gross sales by category in 2025",
    "which months of 2025 were below target?",
    "how many open accounts are in Germany?",
    "takings by channel in 2025",
)
"""Of rising difficulty: a count, a filter, a series, a ranking over a join, an average, a share, three joins. Then what
the shop knows of itself: a metric, a verified query, a rule, a learning."""


@click.command("demo")
@lang_option
@workspace_option
def command(lang: str | None, workspace: str | None) -> None:
    """Answer real questions about the bundled sample shop: answer, chart, SQL, explanation, receipt.

    Everything happens on this machine, offline.
    """
    from datetime import date

    settings = settings_from(language=lang, workspace=workspace)
    home = Workspace.at(settings.workspace).make()
    console = terminal()
    with ProgressLine() as progress:
        progress("Making the sample shop", None)
        shop = ensure(home.root)
        today = date(2026, 11, 1)
        with open_run_context(
            [str(shop)], settings, approve=say_yes, progress=progress, today=today, demands_names=False
        ) as run_context:
            for number, text in enumerate(QUESTIONS, start=1):
                progress.pause()
                _heading(number, text, console)
                answer = answer_of(Agent(run_context).ask(Question(text, chosen_language(settings.language, text))))
                progress.pause()
                draw_answer(answer, console)
                _save_chart(answer, home.root / "demo" / f"{number}.png", console)
    _farewell(shop, console)


def _heading(number: int, question: str, console: Console) -> None:
    from rich.rule import Rule

    console.print(Rule(f"{number}. {question}", align="left", style="blue"))


def _save_chart(answer: Answer, path: Path, console: Console) -> None:
    if answer.chart is not None:
        write_atomically(path, render_png(answer.chart))
        console.print(f"Chart: {path}", style="dim", soft_wrap=True)


def _farewell(shop: Path, console: Console) -> None:
    console.print()
    console.print("Now you:", style="bold")
    console.print(f'  answerable ask "which country has the most customers?" --source {shop}', soft_wrap=True)
    console.print('  answerable ask "…" --source your.csv', soft_wrap=True)
