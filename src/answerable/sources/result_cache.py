"""Results of files that have not changed since: the same query over them gives the same, so it need not run again.

Nothing is taken for unchanged that only seems so: a result is kept when its files had rested before the query began
and were the same after it, and is given again only while they are. Of a server nobody can tell: its results are never
kept. Whether a query gives the same each time at all is for the caller to know.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from answerable.kernel.cache import BoundedCache
from answerable.kernel.light_dataclass import dataclass
from answerable.sources.change_stamps import Stamps
from answerable.sources.engine import Limits, Result

__all__ = ["KeptResults"]

_MOST = 32
_LARGEST = 512 << 10
"""Bytes; a chat's results are far smaller."""


@dataclass(frozen=True, slots=True)
class _Kept:
    result: Result
    stamps: Stamps


class KeptResults:
    """Those used last. Belongs to one source and is used under its lock."""

    def __init__(self) -> None:
        self._kept: BoundedCache[tuple[str, Limits], _Kept] = BoundedCache(_MOST)

    def get(self, sql: str, limits: Limits, stamps: Stamps) -> Result | None:
        kept = self._kept.get((sql, limits))
        return kept.result if kept is not None and kept.stamps == stamps else None

    def put(self, sql: str, limits: Limits, stamps: Stamps, result: Result) -> None:
        if result.table.nbytes > _LARGEST:
            return
        read_at = datetime.now(UTC)
        self._kept.put((sql, limits), _Kept(replace(result, elapsed_ms=0, kept_since=read_at), stamps))
