"""Ctrl-C stops the query that runs, not the conversation."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from answerable.agent.context.cancellation import Stop

__all__ = ["stopped_by_ctrl_c"]


@contextmanager
def stopped_by_ctrl_c(stop: Stop) -> Iterator[None]:
    """A second Ctrl-C, where stopping takes too long for somebody, ends it as anywhere else."""

    def stop_it(*_: object) -> None:
        if stop.is_set:
            raise KeyboardInterrupt
        stop.stop()

    before = signal.signal(signal.SIGINT, stop_it)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
