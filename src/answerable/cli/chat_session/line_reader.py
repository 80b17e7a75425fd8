"""Where a conversation's lines come from: a person at the terminal, or a pipe."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Protocol

import click

__all__ = ["LineSource", "Piped", "Terminal", "lines_of"]

HISTORY_LINES = 1_000
PROMPT = "? "
KEYS = {"y": "yes", "e": "edit", "n": "no"}


class LineSource(Protocol):
    has_person: bool
    """Whether somebody is there to approve a query."""

    def next(self) -> str | None:
        """The next line, without its end; None when there are no more."""

    def choose(self) -> str:
        """`y`, `e` or `n`."""


def lines_of(history: Path) -> LineSource:
    return Terminal(history) if sys.stdin.isatty() and sys.stdout.isatty() else Piped()


class Piped:
    has_person = False

    def next(self) -> str | None:
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None

    def choose(self) -> str:
        return "n"


class Terminal:
    """Arrow keys bring back earlier lines, also those of earlier conversations in this workspace."""

    has_person = True

    def __init__(self, history: Path) -> None:
        self._history = history
        self._recall()

    def next(self) -> str | None:
        """Ctrl-C drops the line that was being written."""
        while True:
            try:
                line = input(PROMPT)
            except EOFError:
                click.echo()
                return None
            except KeyboardInterrupt:
                click.echo("\n/quit or Ctrl-D leaves.", err=True)
                continue
            self._remember()
            return line

    def choose(self) -> str:
        """Nothing runs that nobody said yes to: Ctrl-C and the end of input are a no."""
        while True:
            try:
                answer = input("Run it? [y]es, [e]dit, [n]o: ").strip().casefold()
            except (EOFError, KeyboardInterrupt):
                click.echo()
                return "n"
            self._forget_last()
            if (key := answer[:1]) in KEYS and KEYS[key].startswith(answer):
                return key

    def _recall(self) -> None:
        import readline

        readline.set_history_length(HISTORY_LINES)
        try:
            readline.read_history_file(self._history)
        except OSError:
            readline.clear_history()

    def _remember(self) -> None:
        """A history that cannot be written is no reason to end the conversation."""
        import readline

        try:
            self._history.touch(mode=0o600)
            readline.write_history_file(self._history)
        except OSError:
            return

    def _forget_last(self) -> None:
        """A yes is nothing to come back to."""
        import readline

        if count := readline.get_current_history_length():
            readline.remove_history_item(count - 1)
