"""What a check looks at, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from answerable.schema import DatabaseSchema
    from answerable.sources import Result

__all__ = ["Check", "Outcome"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A query that ran, with what is known about it."""

    sql: str
    result: Result
    schema: DatabaseSchema
    row_limit: int


Check = Callable[[Outcome], Iterator[str]]
"""Gives one caveat in plain words for each thing the reader must know; none when all is well."""
