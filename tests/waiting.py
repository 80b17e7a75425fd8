"""Waiting for what happens elsewhere: in another process, in a server."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["PATIENCE", "wait_until"]

PATIENCE = 120.0
"""Seconds that anything may take on a busy machine; less than a test may, so that it says what did not happen."""


def wait_until(happened: Callable[[], bool], what: str = "it") -> None:
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until, f"{what} did not happen"
        time.sleep(0.02)
