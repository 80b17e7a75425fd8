"""One thread a process in which all calls to models are waited for: many at once, each ended when nobody wants it."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from functools import lru_cache
from typing import Any, TypeVar

__all__ = ["wait_for"]

_Value = TypeVar("_Value")

_LOOK_SECONDS = 0.05
"""Between two looks at whether the result is still wanted."""


def wait_for(
    work: Coroutine[Any, Any, _Value], seconds: float, raise_if_cancelled: Callable[[], None] | None = None
) -> _Value:
    """Raises TimeoutError after so many seconds, or what `raise_if_cancelled` raises; the work has ended then, and its
    connection is closed."""
    future = asyncio.run_coroutine_threadsafe(work, _loop(os.getpid()))
    try:
        return _result(future, time.monotonic() + seconds, raise_if_cancelled)
    except BaseException:
        future.cancel()
        raise


def _result(future: Future[_Value], deadline: float, raise_if_cancelled: Callable[[], None] | None) -> _Value:
    while True:
        left = deadline - time.monotonic()
        look = min(left, _LOOK_SECONDS) if raise_if_cancelled else left
        try:
            return future.result(timeout=max(look, 0.0))
        except NotYet:
            if future.done():  # the work's own time-out
                raise
        if raise_if_cancelled:
            raise_if_cancelled()
        if time.monotonic() >= deadline:
            raise TimeoutError


@lru_cache(maxsize=1)
def _loop(_process: int) -> asyncio.AbstractEventLoop:
    """A forked process makes one of its own."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="answerable-models", daemon=True).start()
    return loop
