"""The door's last line: no traceback reaches a person, and the exit code says what kind of failure it was."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from answerable.errors import AnswerableError
from answerable.settings import mask

__all__ = ["exit_code_of", "report_failure", "say_error"]

BAD_INPUT, INTERNAL, INTERRUPTED = 2, 5, 130
ERROR_LOG = Path(".answerable") / "logs" / "errors.log"


def say_error(line: str) -> None:
    click.echo(f"Error: {_without_secrets(line)}", err=True)


def _without_secrets(text: str) -> str:
    """What is said here ends up in logs of others."""
    from answerable.sensitive.redacting import redact

    return str(redact(mask(text)))


def exit_code_of(code: str, kind: type[AnswerableError] = AnswerableError) -> int:
    """Of an error that is known by its code alone."""
    if kind.code == code:
        return kind.exit_code
    return next((found for one in kind.__subclasses__() if (found := exit_code_of(code, one))), 0)


@contextmanager
def report_failure() -> Iterator[None]:
    try:
        yield
    except AnswerableError as error:
        say_error(error.line())
        sys.exit(error.exit_code)
    except click.exceptions.Exit as leaving:
        sys.exit(leaving.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Cancelled.", err=True)
        sys.exit(INTERRUPTED)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        sys.exit(BAD_INPUT)
    except click.ClickException as error:
        say_error(_with_help(error))
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        # The reader of our output went away (`answerable … | head`): nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:  # noqa: BLE001 — the one place where the unforeseen ends
        say_error(f"Something went wrong inside Answerable ({type(error).__name__}). {_keep(error)}")
        sys.exit(INTERNAL)


def _with_help(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "answerable"
    return f"{error.format_message().rstrip('.')}. See '{path} --help'."


def _keep(error: Exception) -> str:
    """Where the details went; they are for a bug report, not for the screen."""
    details = _without_secrets("".join(traceback.format_exception(error)))
    try:
        ERROR_LOG.parent.mkdir(parents=True, exist_ok=True)
        with ERROR_LOG.open("a", encoding="utf-8") as log:
            log.write(details + "\n")
    except OSError:
        return "The details could not be written to a log."
    return f"The details are in {ERROR_LOG}; please report them."
