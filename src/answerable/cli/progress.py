"""Progress for anything longer than a second: a live line in a terminal, plain lines elsewhere, always on stderr."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.status import Status

__all__ = ["ProgressLine"]

QUIET_SECONDS = 1.0
"""Work shorter than this shows nothing."""
PLAIN_SECONDS = 2.0
"""Plain lines come no closer together than this."""


class ProgressLine:
    """Called with what is being done and the share done; draws it in the way the terminal allows."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._told = 0.0
        self._live: Status | None = None

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.pause()

    def pause(self) -> None:
        """Clear the live line, so that a person can be asked something."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def __call__(self, doing: str, share: float | None = None) -> None:
        now = time.monotonic()
        if now - self._began < QUIET_SECONDS:
            return
        line = f"{doing} … {share:.0%}" if share is not None else f"{doing} …"
        if sys.stderr.isatty():
            self._draw(line)
        elif now - self._told >= PLAIN_SECONDS:
            self._told = now
            print(line, file=sys.stderr, flush=True)

    def _draw(self, line: str) -> None:
        from rich.console import Console
        from rich.markup import escape

        if self._live is None:
            self._live = Console(stderr=True).status(escape(line))
            self._live.start()
        self._live.update(escape(line))
