"""The `answerable` command: only registers. Each command has its own module, loaded when it is run."""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import sys
from typing import Any

import click

from answerable.cli.print_failure import report_failure
from answerable.cli.quick_exit import exit_quickly

COMMANDS: dict[str, str] = {
    "ask": "Ask one question about your data.",
    "audit": "Check the record of everything that was done, and show it.",
    "chat": "Talk about your data: ask, and ask on.",
    "demo": "Answer real questions about the bundled sample shop.",
    "diff": "Say why two receipts differ.",
    "doctor": "Check the installation and how harmless a connection is.",
    "explain": "Put a query into plain words.",
    "guard": "Judge SQL statements: may they run?",
    "knowledge": "What the organisation knows of its data: import, export, list, promote.",
    "models": "Language models: list, pull, use, test.",
    "profile": "Describe what a source holds.",
    "serve": "Serve the web page and the HTTP API.",
    "translate": "Turn questions into SQL without running it.",
    "users": "Accounts for several people.",
    "verify": "Check a receipt: does its answer still hold?",
    "completion": "Print the shell's tab-completion script.",
}
"""Name → the line in `--help`. The module answerable.cli.commands.NAME holds a click command called `command`."""


_OBJECTS_WHILE_LOADING, _OBJECTS_BETWEEN_COLLECTIONS = 500_000, 100_000
"""Start-up makes many objects that stay: collecting after every 700 would take a tenth of it."""


class LazyGroup(click.Group):
    """Knows the commands by name and line; imports a command's module only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = importlib.import_module(f"answerable.cli.commands.{cmd_name}").command
        gc.freeze()  # what was loaded stays until the end: no collection need look at it again
        gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="answerable")
def cli() -> None:
    """Ask questions about data in plain language; get answers you can check.

    Try it:  answerable demo
    """


def _collect_rarely() -> None:
    """A command is short: what it makes it keeps until it ends, and then the whole process goes."""
    gc.set_threshold(_OBJECTS_WHILE_LOADING)
    # Python collects several times while it shuts down; it leaves frozen objects alone, a fifth of a command's CPU.
    atexit.register(gc.freeze)


def main(arguments: list[str] | None = None) -> Any:
    """Run the command; whatever goes wrong becomes one line on stderr and an exit code."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's matrices are small here: more threads would only wait
    _collect_rarely()
    with report_failure():
        result = cli.main(args=arguments, prog_name="answerable", standalone_mode=False)
    if arguments is None and sys.argv[1:2] == ["ask"]:
        exit_quickly()
    return result
