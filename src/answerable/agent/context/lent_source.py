"""A source as one request has it: taken from the pool when it is needed, given back while the request waits for others.

While a language model is asked, which takes seconds, somebody else may use the source.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema
    from answerable.sources import Estimate, Limits, Progress, Result, Source
    from answerable.sources.source_rights import Rights

__all__ = ["LentSource"]


class LentSource:
    """Whichever of the pool's equal sources it stands for at the moment. Of one request, and so of one thread; `cancel`
    may come from any."""

    def __init__(self, take: Callable[[], Source], give_back: Callable[[Source], None]) -> None:
        self._take, self._give_back = take, give_back
        self._lock = threading.Lock()
        self._held: Source | None = take()
        self._last = self._held
        self.name, self.dialect, self.kind = self._held.name, self._held.dialect, self._held.kind
        self.specs = self._held.specs

    def rest(self) -> None:
        """Back to the pool; taken again, perhaps after a wait, when it is used."""
        with self._lock:
            held, self._held = self._held, None
        if held is not None:
            self._give_back(held)

    def __eq__(self, other: object) -> bool:
        """Whether both stand for one source."""
        return isinstance(other, LentSource) and self._last is other._last

    def __hash__(self) -> int:
        return id(self._last)

    @property
    def worker_pid(self) -> int | None:
        """Of the source that it stood for last; None where that is closed."""
        return getattr(self._last, "worker_pid", None)

    def _own(self) -> Source:
        if self._held is None:
            taken = self._take()
            with self._lock:
                self._held = self._last = taken
        return self._held

    @property
    def is_locking(self) -> bool:
        return self._own().is_locking

    def schema(self, *, refresh: bool = False, progress: Progress | None = None) -> DatabaseSchema:
        return self._own().schema(refresh=refresh, progress=progress)

    def run(
        self, sql: str, limits: Limits, progress: Progress | None = None, under: Mapping[str, Any] | None = None
    ) -> Result:
        return self._own().run(sql, limits, progress, under)

    def cached_result(self, sql: str, limits: Limits) -> Result | None:
        return self._own().cached_result(sql, limits)

    def estimate(self, sql: str) -> Estimate | None:
        return self._own().estimate(sql)

    def rights(self) -> Rights | None:
        return self._own().rights()

    def sample(self, table: str, column: str, count: int) -> list[str]:
        return self._own().sample(table, column, count)

    def cancel(self) -> None:
        with self._lock:
            held = self._held
        if held is not None:
            held.cancel()

    def close(self) -> None:
        """It is the pool's to close."""
        self.rest()
