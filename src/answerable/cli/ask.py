"""`answerable ask`: one question, one answer."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from answerable.cli.options import json_option, lang_option, role_option, settings_from, source_option, workspace_option
from answerable.errors import AnswerableError, NeedsClarification

if TYPE_CHECKING:
    from answerable.agent import Approve
    from answerable.answers.answer import Answer

__all__ = ["command"]


@click.command("ask")
@click.argument("question")
@source_option
@click.option("--yes", "-y", is_flag=True, help="Approve the query beforehand.")
@json_option
@click.option("--engine", help="What translates: embedded, or PROVIDER:MODEL.")
@lang_option
@click.option("--chart", "chart_file", metavar="FILE.png", type=click.Path(dir_okay=False), help="Save the chart.")
@click.option("--csv", "csv_file", metavar="FILE.csv", type=click.Path(dir_okay=False), help="Save the rows.")
@click.option("--rows", "chat_rows", type=int, help="Most rows of the answer [10000].")
@click.option("--seconds", "query_seconds", type=float, help="Most seconds the query may take [30].")
@role_option
@workspace_option
def command(question: str, sources: tuple[str, ...], yes: bool, as_json: bool, **given: Any) -> None:
    """Ask one question about your data.

    \b
    answerable ask "total revenue by month in 2024" --source shop.db
    answerable ask "top 5 products by quantity" --source exports/ --json
    """
    try:
        answer = _answer(question, sources, yes, given)
        _save(answer, given["chart_file"], given["csv_file"])
    except AnswerableError as error:
        _print_failure(question, error, as_json)
        raise
    _print(answer, as_json)


def _answer(question: str, sources: tuple[str, ...], yes: bool, given: dict[str, Any]) -> Answer:
    from answerable.agent import ask
    from answerable.cli.progress import ProgressLine

    settings = settings_from(
        engine=given["engine"],
        language=given["lang"],
        workspace=given["workspace"],
        role=given["role"],
        chat_rows=given["chat_rows"],
        query_seconds=given["query_seconds"],
    )
    with ProgressLine() as progress:
        return ask(question, sources, settings=settings, approve=_approval(yes, progress), progress=progress)


def _approval(yes: bool, progress: Any) -> Approve | None:
    """Who approves: the flag, a person at the terminal, or nobody."""
    from answerable.agent import say_yes
    from answerable.cli.approval import ask_person

    if yes:
        return say_yes
    if sys.stdin.isatty() and sys.stderr.isatty():
        return lambda preview: ask_person(preview, progress)
    return None


def _print(answer: Answer, as_json: bool) -> None:
    if as_json:
        from answerable.answers import dumps, to_dict

        click.echo(dumps(to_dict(answer)))
        return
    from answerable.cli.draw import draw_answer, terminal

    draw_answer(answer, terminal())


def _print_failure(question: str, error: AnswerableError, as_json: bool) -> None:
    if as_json:
        from answerable.answers import dumps, error_dict

        click.echo(dumps(error_dict(question, error)))
    elif isinstance(error, NeedsClarification) and error.clarification and error.clarification.readings:
        from answerable.cli.draw import draw_readings, terminal

        draw_readings(error.clarification, terminal(stderr=True))


def _save(answer: Answer, chart_file: str | None, csv_file: str | None) -> None:
    if chart_file:
        _save_chart(answer, Path(chart_file))
    if csv_file:
        import io

        from answerable.answers import to_csv

        text = io.StringIO(newline="")
        to_csv(answer.table, text)
        _write(Path(csv_file), text.getvalue().encode())


def _save_chart(answer: Answer, path: Path) -> None:
    from answerable.answers import render_png

    if answer.chart is None:
        click.echo(f"No chart helps here, so '{path}' was not written.", err=True)
        return
    _write(path, render_png(answer.chart))


def _write(path: Path, data: bytes) -> None:
    from answerable.workspace import write_atomically

    try:
        write_atomically(path, data)
    except OSError as error:
        raise click.UsageError(f"'{path}' cannot be written: {error.strerror}") from None
