"""The readings of one question from both ways of translating, each SQL text once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass
from answerable.language.question.tokens import normalise

if TYPE_CHECKING:
    from answerable.language.business.business_reader import BusinessReading
    from answerable.language.translation import Translation

__all__ = ["JoinedPool", "PoolEntry", "join_readings"]

_MOST_RANKED = 5


@dataclass(frozen=True, slots=True)
class PoolEntry:
    sql: str
    business: BusinessReading | None = None
    business_place: int = -1
    """Among the readings of the semantic model, best first; -1 where it is none of them."""
    ranked_place: int = -1
    """Among what rules and network found; -1 where it is none of it."""
    ranked_confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class JoinedPool:
    question: str
    entries: tuple[PoolEntry, ...]
    ranked: Translation
    """What rules and network found, with what they say of it."""
    years: tuple[tuple[str, ...], ...] = ()
    """Of each period that the question names: the years in which it begins and ends."""

    @property
    def business(self) -> tuple[PoolEntry, ...]:
        return tuple(entry for entry in self.entries if entry.business is not None)


def join_readings(
    question: str,
    ranked: Translation,
    business: Sequence[BusinessReading],
    years: tuple[tuple[str, ...], ...] = (),
) -> JoinedPool:
    entries = {
        one.sql: PoolEntry(one.sql, business=one, business_place=place)
        for place, one in reversed([*enumerate(business)])
    }
    entries = dict(reversed(entries.items()))
    for place, candidate in enumerate(ranked.candidates[:_MOST_RANKED]):
        known = entries.get(candidate.sql, PoolEntry(candidate.sql))
        if known.ranked_place < 0:
            entries[candidate.sql] = replace(known, ranked_place=place, ranked_confidence=candidate.confidence)
    return JoinedPool(question, _with_quotes(question, tuple(entries.values())), ranked, years)


def _with_quotes(question: str, entries: tuple[PoolEntry, ...]) -> tuple[PoolEntry, ...]:
    """What a person put in quotation marks is meant to the letter: readings that drop it fall behind those that have
    it."""
    quoted = [token.text.replace("'", "''").casefold() for token in normalise(question) if token.quoted]
    whole = tuple(entry for entry in entries if all(text in entry.sql.casefold() for text in quoted))
    return whole or entries
