"""Columns that say yes or no, and which of their values says yes."""

from __future__ import annotations

from functools import cache

from answerable.kernel.schema import Kind
from answerable.semantics.column_facts import ColumnFacts
from answerable.semantics.meaning_words import is_among, word_data

__all__ = ["flag_values", "is_flag"]

_Values = tuple[str | int, ...]


def is_flag(facts: ColumnFacts) -> bool:
    return flag_values(facts) is not None


def flag_values(facts: ColumnFacts) -> tuple[_Values, _Values] | None:
    """Values that say yes and values that say no, as they are written; None where the column is no flag."""
    if facts.kind is Kind.BOOLEAN:
        return (1,), (0,)
    if facts.table.primary_key == (facts.name,) or facts.words[-1] in ("id", "key"):
        return None
    distinct = _distinct(facts)
    if not distinct or len(distinct) > 6 or facts.kind not in (Kind.INTEGER, Kind.TEXT, Kind.OTHER):
        return None
    folded = {str(value).strip().casefold() for value in distinct}
    for yes, no in _pairs():
        if folded <= {yes, no} and (len(folded) == 2 or _is_flag_name(facts)):
            return _sided(distinct, yes), _sided(distinct, no) or _like(yes, no, distinct)
    return None


@cache
def _pairs() -> tuple[tuple[str, str], ...]:
    return tuple((yes, no) for yes, no in word_data("flag_words")["pairs"])


def _distinct(facts: ColumnFacts) -> tuple[str | int, ...]:
    if facts.column.sketch and facts.column.sketch.distinct > 2:
        return ()
    values = {value for value in facts.values if isinstance(value, str | int)}
    values |= set(facts.column.common_values[:10]) if facts.kind is Kind.TEXT else set()
    return tuple(sorted(values, key=str))


def _is_flag_name(facts: ColumnFacts) -> bool:
    data = word_data("flag_words")
    if facts.words[0] in data["prefixes"] or facts.words[-1] in data["suffixes"]:
        return True
    return is_among(facts.words, "flag_words", "words") and facts.words[-1] not in ("count", "number", "id")


def _sided(values: tuple[str | int, ...], side: str) -> _Values:
    return tuple(value for value in values if str(value).strip().casefold() == side)


def _like(yes: str, no: str, values: tuple[str | int, ...]) -> _Values:
    """The other side where only one was seen, written as that one is."""
    if values and isinstance(values[0], int):
        return (int(no),) if no.lstrip("-").isdigit() else ()
    is_upper = bool(values) and str(values[0]).isupper()
    return (no.upper() if is_upper else no,) if no else ()
