"""`answerable ask`: one question, one answer."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from answerable.agent import ask, say_yes
from answerable.answers import dumps, error_dict, render_png, to_csv, to_dict
from answerable.cli.ask_approval import ask_person
from answerable.cli.draw_answer import draw_answer, terminal
from answerable.cli.options import (
    dump_prompts_option,
    engine_option,
    json_option,
    lang_option,
    role_option,
    settings_from,
    source_option,
    workspace_option,
)
from answerable.cli.output_language import output_language, speak
from answerable.cli.progress import ProgressLine
from answerable.kernel.errors import AnswerableError
from answerable.kernel.workspace import write_atomically

if TYPE_CHECKING:
    from answerable.agent import Approve
    from answerable.answers.answer import Answer

__all__ = ["command"]


@click.command("ask")
@click.argument("question")
@source_option
@click.option("--yes", "-y", is_flag=True, help="Approve the query beforehand.")
@json_option
@engine_option
@dump_prompts_option
@click.option("--reword", is_flag=True, help="Have the model word the answer's sentence, over the same figures.")
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
    speak(given["lang"], question)
    try:
        answer = _answer(question, sources, yes, given)
        _save(answer, given["chart_file"], given["csv_file"])
    except AnswerableError as error:
        if as_json:
            _print_failure(question, error)
        raise
    _print(answer, as_json)


def _answer(question: str, sources: tuple[str, ...], yes: bool, given: dict[str, Any]) -> Answer:
    settings = settings_from(
        engine=given["engine"],
        dump_prompts=given["dump_prompts"],
        reword=given["reword"] or None,
        language=given["lang"],
        workspace=given["workspace"],
        role=given["role"],
        chat_rows=given["chat_rows"],
        query_seconds=given["query_seconds"],
    )
    speak(settings.language, question)
    with ProgressLine() as progress:
        return ask(question, sources, settings=settings, approve=_approval(yes, progress), progress=progress)


def _approval(yes: bool, progress: Any) -> Approve | None:
    """Who approves: the flag, a person at the terminal, or nobody."""
    if yes:
        return say_yes
    if sys.stdin.isatty() and sys.stderr.isatty():
        return lambda preview: ask_person(preview, progress)
    return None


def _print(answer: Answer, as_json: bool) -> None:
    if as_json:
        click.echo(dumps(to_dict(answer)))
        return
    draw_answer(answer, terminal())


def _print_failure(question: str, error: AnswerableError) -> None:
    click.echo(dumps(error_dict(question, error, language=output_language())))


def _save(answer: Answer, chart_file: str | None, csv_file: str | None) -> None:
    if chart_file:
        _save_chart(answer, Path(chart_file))
    if csv_file:
        import io

        text = io.StringIO(newline="")
        to_csv(answer.table, text)
        _write(Path(csv_file), text.getvalue().encode())


def _save_chart(answer: Answer, path: Path) -> None:
    if answer.chart is None:
        click.echo(f"No chart helps here, so '{path}' was not written.", err=True)
        return
    _write(path, render_png(answer.chart))


def _write(path: Path, data: bytes) -> None:
    try:
        write_atomically(path, data)
    except OSError as error:
        raise click.UsageError(f"'{path}' cannot be written: {error.strerror}") from None
