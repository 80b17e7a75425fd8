"""Questions worth asking next, made from the schema and from what was asked.

Each is plain enough for any translator: an aggregate of a column, by a column or by month, in a year that has data.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from answerable.answers.column_titles import is_additive, is_label, is_money
from answerable.answers.semantic_suggestions import MeaningfulQuestions
from answerable.answers.suggestion_words import Wording, wording
from answerable.kernel.schema import Kind
from answerable.naming.identifiers import identifier_words
from answerable.naming.inflection import lemma

if TYPE_CHECKING:
    from answerable.kernel.schema import Column, DatabaseSchema, Table
    from answerable.semantics.semantic_labels import SemanticLabels

__all__ = ["suggest"]

_MOST = 3
_MOST_CATEGORIES = 50
_SAYABLE = re.compile(r"[^\W\d]\w*(?: \w+)*")
_NEVER_SUMMED = frozenset(
    {"at", "epoch", "timestamp", "unix", "lat", "latitude", "lon", "lng", "longitude", "is", "has"}
)
"""Words of numbers that tell a moment, a place or yes and no."""
_UNITS = frozenset({"cents", "cent"})
"""Part of how a value is stored, not of how people ask for it."""


def suggest(
    question: str,
    schema: DatabaseSchema,
    tables: Sequence[str] = (),
    lang: str = "en",
    labels: SemanticLabels | None = None,
) -> tuple[str, ...]:
    """Up to three questions, none of them the one just asked. `tables` are those that answered it; with `labels` they
    are about what the tables mean, else about what their columns look like."""
    words = wording(lang)
    asked = set(_stems(question))
    in_play = _in_play(asked, schema, tables)
    if labels is not None and labels.model.entities:
        meaningful = MeaningfulQuestions(labels, schema, words, lang)
        return _chosen((meaningful.about(table.qualified, asked) for table in in_play), asked)
    return _chosen((_about(table, asked, words) for table in in_play), asked)


def _chosen(of_tables: Iterable[Iterable[str]], asked: set[str]) -> tuple[str, ...]:
    chosen: list[str] = []
    for suggestion in chain.from_iterable(of_tables):
        if suggestion not in chosen and not set(_stems(suggestion)) <= asked:
            chosen.append(suggestion)
        if len(chosen) == _MOST:
            break
    return tuple(one[:1].upper() + one[1:] for one in chosen)


def _in_play(asked: set[str], schema: DatabaseSchema, tables: Sequence[str]) -> list[Table]:
    """Tables that answered; else those the question names; else the largest. First the one that was measured."""
    answered = [table for name in tables if (table := schema.table(name)) is not None]
    named = [table for table in schema.tables if asked & set(_stems(table.name))]
    largest = sorted(schema.tables, key=lambda table: -(table.row_estimate or 0))[:1]
    return sorted(
        answered or named or largest,
        key=lambda table: (not _asked_measures(table, asked), not _measures(table), -(table.row_estimate or 0)),
    )


def _asked_measures(table: Table, asked: set[str]) -> list[Column]:
    return [column for column in _measures(table) if asked & set(_stems(column.name))]


def _about(table: Table, asked: set[str], words: Wording) -> Iterator[str]:
    what = _aggregate(table, asked, words)
    if what is None:
        return
    categories = sorted(_categories(table), key=lambda column: bool(asked & set(_stems(column.name))))
    dates = _dates(table)
    if categories:
        yield words.by_group.format(what=what, group=_say(categories[0].name))
    if dates and not asked & words.time_words:
        yield _by_month(what, dates[0], words)
    if len(categories) > 1:
        yield words.best(what, _say(categories[1].name))
    if dates:
        yield words.by_year.format(what=what)
    if categories and _SAYABLE.fullmatch(_say(table.name)):
        rows = words.count.format(name=_say(table.name))
        yield words.by_group.format(what=rows, group=_say(categories[0].name))


def _aggregate(table: Table, asked: set[str], words: Wording) -> str | None:
    """What to compute: the measure that was asked for, else the one most like money, else how many rows."""
    measures = sorted(
        _measures(table), key=lambda column: (not asked & set(_stems(column.name)), not is_money(column.name))
    )
    if measures:
        column = measures[0]
        figure = words.total if is_additive(column.name) else words.average
        return figure.format(name=_say(column.name))
    return words.count.format(name=_say(table.name)) if _SAYABLE.fullmatch(_say(table.name)) else None


def _measures(table: Table) -> list[Column]:
    keys = {name.casefold() for name in _key_columns(table)}
    return [
        column
        for column in table.columns
        if column.kind.is_number
        and column.name.casefold() not in keys
        and not is_label(column.name)
        and _NEVER_SUMMED.isdisjoint(identifier_words(column.name))
        and _is_sayable(column)
    ]


def _key_columns(table: Table) -> Iterator[str]:
    yield from table.primary_key
    for key in table.foreign_keys:
        yield from key.columns


def _categories(table: Table) -> list[Column]:
    return [
        column
        for column in table.columns
        if column.kind is Kind.TEXT and _is_sayable(column) and 2 <= _distinct(column) <= _MOST_CATEGORIES
    ]


def _distinct(column: Column) -> int:
    return column.distinct_estimate if column.distinct_estimate is not None else len(column.common_values)


def _dates(table: Table) -> list[Column]:
    return [column for column in table.columns if column.kind.is_date and _is_sayable(column)]


def _by_month(what: str, column: Column, words: Wording) -> str:
    """Of the last year that has data, where that is known."""
    year = (column.maximum or "")[:4]
    return words.by_month_of.format(what=what, year=year) if year.isdigit() else words.by_month.format(what=what)


def _is_sayable(column: Column) -> bool:
    return _SAYABLE.fullmatch(_say(column.name)) is not None


def _say(name: str) -> str:
    return " ".join(word for word in identifier_words(name) if word not in _UNITS)


def _stems(text: str) -> list[str]:
    """Words without their plural."""
    return [lemma(word) for word in identifier_words(text)]
