"""States of a status whose rows people seldom mean, and where they are left out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from answerable.naming.inflection import fold
from answerable.semantics.meaning_words import word_data
from answerable.semantics.semantic_model import StatusColumn

__all__ = ["excluded_states"]

_Values = tuple[str, ...]


def excluded_states(status: StatusColumn) -> Iterator[tuple[str, str, _Values]]:
    """Kind, what it applies to, and the values as written."""
    states = dict(status.states)
    void = _written(status, "void")
    yield from _kept("cancelled", "all", void)
    yield from _kept("cancelled", "money", tuple(one for one in states.get("cancelled", ()) if one not in void))
    yield from _kept("deleted", "all", states.get("deleted", ()))
    yield from _kept("test", "all", states.get("test", ()))
    yield from _kept("no_show", "money", states.get("no_show", ()))
    for kind in ("failed", "refunded"):
        yield from _kept(kind, "income", tuple(one for one in _written(status, kind) if one not in void))
    if states.get("completed"):
        yield from _kept("promised", "income", _written(status, "promised"))
    won = _written(status, "won")
    if won and _written(status, "lost"):
        others = (value for _, spellings in status.spellings for value in spellings if value not in won)
        yield from _kept("not_won", "sales", tuple(others))


def _kept(kind: str, applies_to: str, values: _Values) -> Iterator[tuple[str, str, _Values]]:
    if values:
        yield kind, applies_to, values


def _written(status: StatusColumn, kind: str) -> _Values:
    words = _words(kind)
    return tuple(value for label, spellings in status.spellings for value in spellings if label in words)


@cache
def _words(kind: str) -> frozenset[str]:
    """Folded as the labels of statuses are."""
    return frozenset(" ".join(fold(word).split()) for word in word_data("status_words")["unreal"][kind])
