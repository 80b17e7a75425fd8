"""Failures at the terminal: no traceback reaches a person, and the exit code says what kind of failure it was."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from answerable.cli.output_language import output_language, speak
from answerable.kernel.errors import AnswerableError, NeedsClarification, NotInTheData, SmallTalk
from answerable.kernel.messages import msg
from answerable.kernel.settings import mask

if TYPE_CHECKING:
    from answerable.kernel.clarification import Clarification

__all__ = ["ask_back", "exit_code_of", "report_failure", "say_error"]

BAD_INPUT, INTERNAL, INTERRUPTED = 2, 5, 130
ERROR_LOG = Path(".answerable") / "logs" / "errors.log"


def say_error(line: str) -> None:
    click.echo(msg("terminal.error", line=_without_secrets(line)).render(output_language()), err=True)


def ask_back(line: str, clarification: Clarification | None) -> None:
    """The question or the reply, then what there is to choose from: no error, so it is not called one."""
    click.echo(_without_secrets(line), err=True)
    if clarification and clarification.readings:
        from answerable.cli.draw_answer import draw_readings, terminal

        draw_readings(clarification, terminal(stderr=True))


def _without_secrets(text: str) -> str:
    """What is said here ends up in logs of others."""
    from answerable.sensitive.redact import redact

    return str(redact(mask(text)))


def exit_code_of(code: str, kind: type[AnswerableError] = AnswerableError) -> int:
    """Of an error that is known by its code alone."""
    if kind.code == code:
        return kind.exit_code
    return next((found for one in kind.__subclasses__() if (found := exit_code_of(code, one))), 0)


@contextmanager
def report_failure() -> Iterator[None]:
    speak(None)
    try:
        yield
    except NeedsClarification as error:
        ask_back(error.line(output_language()), error.clarification)
        sys.exit(error.exit_code)
    except (NotInTheData, SmallTalk) as error:
        ask_back(error.line(output_language()), None)
        sys.exit(error.exit_code)
    except AnswerableError as error:
        say_error(error.line(output_language()))
        sys.exit(error.exit_code)
    except click.exceptions.Exit as leaving:
        sys.exit(leaving.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo(msg("terminal.cancelled").render(output_language()), err=True)
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
