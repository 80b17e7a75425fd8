"""A way to end a run from outside, whatever it is doing: between steps, or inside the engine."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from answerable.kernel.errors import QueryStopped
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.sources import Source

__all__ = ["Stop"]

_AGAIN_SECONDS = 0.05
"""A job that begins just after one was cancelled is cancelled too."""


class Stop:
    """Of one request. Once asked for it stays asked for; `stop` may be called from any thread, any number of times."""

    def __init__(self) -> None:
        self._asked = threading.Event()
        self._ended = threading.Event()
        self._ended.set()
        self._sources: Sequence[Source] = ()

    @property
    def is_set(self) -> bool:
        return self._asked.is_set()

    def stop(self) -> None:
        """Returns at once; jobs of the run's sources are cancelled again and again until the run has ended."""
        self._asked.set()
        if not self._ended.is_set():
            threading.Thread(target=self._press, daemon=True).start()

    def raise_if_cancelled(self) -> None:
        """Raises QueryStopped where the end was asked for."""
        if self.is_set:
            raise QueryStopped(msg("common.cancelled_nothing_more"), reason="cancelled")

    @contextmanager
    def over(self, sources: Sequence[Source]) -> Iterator[None]:
        """While a run with these sources goes on."""
        self._sources = sources
        self._ended.clear()
        try:
            yield
        finally:
            self._ended.set()

    def _press(self) -> None:
        while not self._ended.is_set():
            for source in self._sources:
                source.cancel()
            self._ended.wait(_AGAIN_SECONDS)
