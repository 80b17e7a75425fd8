"""What a ranking says: who leads, who follows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from answerable.answers.answer_facts import as_float, is_number
from answerable.answers.sentence.sentence_writer import Bound, Pieces, Teller
from answerable.answers.spoken_columns import joined_names

__all__ = ["say_ranking"]

_SAID = 3
_NO_ACCIDENT = 5
"""Rows from which on rising values are an order, not chance."""
_LOWEST = re.compile(
    r"\b(lowest|least|fewest|smallest|cheapest|bottom|worst|minimum|shortest)\b|최저|최소|가장 (낮|적|작|싼)",
    re.IGNORECASE,
)


def say_ranking(teller: Teller, question: str) -> Pieces | None:
    """One row a name, at least one measure; None where names repeat or the result is wider than that."""
    facts = teller.facts
    named = ([facts.time] if facts.time else []) + list(facts.dimensions)
    if not facts.measures or not 1 <= len(joined_names(named)) <= 2 or not _are_distinct(teller, named):
        return None
    measure, falls = _ranked_by(teller, question)
    values = [as_float(value) for value in teller.view.columns[measure]]
    rows = [row for row, value in enumerate(values) if value is not None]
    if len(rows) < 2:
        return None
    rows.sort(key=lambda row: values[row] or 0.0, reverse=falls)
    tied = [row for row in rows if values[row] == values[rows[0]]]
    if len(tied) == len(rows) == teller.view.rows:
        return _all_equal(teller, measure, rows)
    return _tied(teller, measure, tied, falls) if len(tied) > 1 else _leader(teller, measure, rows, falls)


def _are_distinct(teller: Teller, named: Sequence[str]) -> bool:
    keys = [repr(key) for key in zip(*(teller.view.columns[name] for name in named), strict=True)]
    return len(set(keys)) == len(keys)


def _ranked_by(teller: Teller, question: str) -> tuple[str, bool]:
    """The measure the rows are ordered by, and whether from high to low; the first one where none orders them."""
    asks_lowest = _LOWEST.search(question) is not None
    may_rise = asks_lowest or (teller.view.rows >= _NO_ACCIDENT and not _is_sorted_by_name(teller))
    for falls in (True, False) if may_rise else (True,):
        for measure in teller.facts.measures:
            values = [value for value in map(as_float, teller.view.columns[measure]) if value is not None]
            if len(set(values)) > 1 and values == sorted(values, reverse=falls):
                return measure, falls
    return teller.facts.measures[0], not asks_lowest


def _is_sorted_by_name(teller: Teller) -> bool:
    return any(
        (texts := list(map(str, teller.view.columns[name]))) == sorted(texts) for name in teller.facts.dimensions
    )


def _leader(teller: Teller, measure: str, rows: list[int], falls: bool) -> Pieces:
    followers = [
        teller.phrase("with", who=_who(teller, row), value=teller.value(row, measure)) for row in rows[1:_SAID]
    ]
    return teller.phrase(
        "leads" if falls else "lowest",
        who=_who(teller, rows[0]),
        label=teller.title(measure),
        value=teller.value(rows[0], measure),
        rest=teller.phrase("followed", items=teller.join(followers)),
    )


def _tied(teller: Teller, measure: str, tied: list[int], falls: bool) -> Pieces:
    items = teller.join([_who(teller, row) for row in tied[:_SAID]], has_more=len(tied) > _SAID)
    return teller.phrase(
        "tied" if falls else "tied_lowest",
        items=items,
        label=teller.title(measure),
        value=teller.value(tied[0], measure),
    )


def _all_equal(teller: Teller, measure: str, rows: list[int]) -> Pieces:
    return teller.phrase(
        "all_equal", count=f"{len(rows):,}", label=teller.title(measure), value=teller.value(rows[0], measure)
    )


def _who(teller: Teller, row: int) -> Pieces:
    """The row's name; a bare id says what it is the id of."""
    facts = teller.facts
    names = list(facts.dimensions) or [str(facts.time)]
    spoken = [name for name in names if not is_number(teller.view.columns[name][row])] or names
    if any(is_number(teller.view.columns[name][row]) for name in spoken):
        return teller.join([_named(teller, row, name) for name in spoken])
    return teller.naming(row, spoken)


def _named(teller: Teller, row: int, name: str) -> Pieces:
    if is_number(teller.view.columns[name][row]) and name != teller.facts.time:
        return teller.phrase("named", label=teller.label(name), value=Bound(row, name))
    return (Bound(row, name),)
