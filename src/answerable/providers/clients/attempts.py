"""One call, tried again where the server was busy or failed: later and later, or as it asks, within the deadline."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TypeVar

from answerable.kernel.light_dataclass import dataclass
from answerable.providers.clients.call_failures import CallFailure

__all__ = ["Attempts", "CallFailed"]

_Value = TypeVar("_Value")

_FIRST_SECONDS, _MOST_SECONDS = 0.5, 8.0
_LOOK_SECONDS = 0.05


class CallFailed(Exception):
    """The last attempt's failure."""

    def __init__(self, found: CallFailure) -> None:
        super().__init__(found.detail)
        self.found = found


@dataclass(frozen=True, slots=True)
class Attempts:
    most: int
    deadline: float
    """By the monotonic clock."""
    raise_if_cancelled: Callable[[], None] | None = None

    def run(self, attempt: Callable[[float], _Value]) -> _Value:
        """`attempt` gets the seconds that are left and raises CallFailed."""
        for number in range(1, self.most + 1):
            try:
                return attempt(self._left())
            except CallFailed as error:
                wait = self._wait_seconds(number, error.found)
                if not error.found.is_transient or number == self.most or wait >= self._left():
                    raise
            self._sleep(wait)
        raise AssertionError("at least one attempt is made")

    def _left(self) -> float:
        return self.deadline - time.monotonic()

    def _wait_seconds(self, number: int, found: CallFailure) -> float:
        if found.wait_seconds is not None:
            return found.wait_seconds
        longest: float = min(_MOST_SECONDS, _FIRST_SECONDS * 2 ** (number - 1))
        return longest * random.uniform(0.5, 1.0)  # noqa: S311 — many clients must not come back at once

    def _sleep(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if self.raise_if_cancelled:
                self.raise_if_cancelled()
            time.sleep(min(left, _LOOK_SECONDS))
