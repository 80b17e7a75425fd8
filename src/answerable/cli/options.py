"""Options that several commands share, written once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from answerable.answers import dumps
from answerable.cli.output_language import output_language, speak
from answerable.kernel.errors import AnswerableError
from answerable.kernel.settings import load_settings
from answerable.words.languages import LANGUAGES

__all__ = [
    "dump_prompts_option",
    "engine_option",
    "json_option",
    "lang_option",
    "role_option",
    "settings_from",
    "source_option",
    "tells_failure",
    "workspace_option",
]

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

source_option: Decorator = click.option(
    "--source",
    "sources",
    metavar="S",
    multiple=True,
    required=True,
    type=click.Path(exists=False),
    help="A file (.csv .tsv .json .jsonl .parquet .xlsx .db .sqlite .duckdb), a folder of them, or a database URL. "
    "May be given several times.",
)
json_option: Decorator = click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")


def tells_failure(command: Callable[..., Any]) -> Callable[..., Any]:
    """With --json a failure is an object on stdout, too: `{"error": {"code", "message", "hint"}}`."""

    @wraps(command)
    def told(*arguments: Any, as_json: bool, **given: Any) -> Any:
        try:
            return command(*arguments, as_json=as_json, **given)
        except AnswerableError as error:
            if as_json:
                click.echo(dumps({"error": error.as_json(output_language())}))
            raise

    return told


lang_option: Decorator = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    callback=lambda _context, _option, lang: lang and speak(lang),
    is_eager=True,
    help="Language of the answer; else that of the question.",
)
role_option: Decorator = click.option("--role", metavar="NAME", help="Whose policy holds: a role of answerable.toml.")
workspace_option: Decorator = click.option("--workspace", metavar="DIR", help="Folder for state [.answerable].")


engine_option = click.option(
    "--engine", help="What translates: embedded, PROVIDER:MODEL beside it, or replay:FILE of recorded prompts."
)
dump_prompts_option = click.option(
    "--dump-prompts",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Add every prompt and reply of a model to this file.",
)


def settings_from(**flags: Any) -> Any:
    """Settings of the folder the command runs in, with the given flags on top."""
    return load_settings(flags=flags)
