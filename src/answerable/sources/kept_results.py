"""Results of files that have not changed since: the same query over them gives the same, so it need not run again.

Nothing is taken for unchanged that only seems so: a result is kept when its files had rested before the query began
and were the same after it, and is given again only while they are. Of a server nobody can tell: its results are never
kept. Whether a query gives the same each time at all is for the caller to know.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from answerable.sources.engine import Limits, Result
from answerable.sources.stamps import Stamps

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
        self._kept: OrderedDict[tuple[str, Limits], _Kept] = OrderedDict()

    def get(self, sql: str, limits: Limits, stamps: Stamps) -> Result | None:
        kept = self._kept.get((sql, limits))
        if kept is None or kept.stamps != stamps:
            return None
        self._kept.move_to_end((sql, limits))
        return kept.result

    def put(self, sql: str, limits: Limits, stamps: Stamps, result: Result) -> None:
        if result.table.nbytes > _LARGEST:
            return
        read_at = datetime.now(UTC)
        self._kept[sql, limits] = _Kept(replace(result, elapsed_ms=0, kept_since=read_at), stamps)
        while len(self._kept) > _MOST:
            self._kept.popitem(last=False)
