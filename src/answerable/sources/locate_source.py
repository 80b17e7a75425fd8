"""Where a source's data lies, found out anew only when its files have changed."""

from __future__ import annotations

from collections.abc import Callable

from answerable.sources.change_stamps import Stamps, now_ns, stamps_of
from answerable.sources.source_target import Target

__all__ = ["Locator"]


class Locator:
    def __init__(self, locate: Callable[[], Target]) -> None:
        self._locate = locate
        self._target: Target | None = None
        self._stamps = Stamps(())

    def __call__(self) -> Target:
        target = self._target
        if target is None or not target.files or stamps_of(target.files) != self._stamps:
            return self._anew()
        return target

    def _anew(self) -> Target:
        target = self._locate()
        stamps = stamps_of(target.files)
        self._target = target if stamps.has_settled(now_ns()) else None
        self._stamps = stamps
        return target
