"""Other ways to take a follow-up, and the break-downs that a `why?` may lead to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from answerable.language.followups.choosing import choose
from answerable.language.followups.draft import CannotEdit, Draft
from answerable.language.followups.edits.grouping import group_by
from answerable.language.followups.edits.periods import date_column
from answerable.language.followups.fragment import Fragment
from answerable.language.followups.marks import Mark
from answerable.language.options import Options
from answerable.language.query import ColumnRef, Dimension, Filter
from answerable.language.traits import clock, identifier_words, is_key, labels
from answerable.language.translation import Reading
from answerable.schema import Column, Kind, Table

__all__ = ["break_downs", "other_readings"]

_MOST_READINGS = 4
_MOST_GROUPS = 40


def other_readings(draft: Draft, said: Fragment) -> Iterator[tuple[str, Fragment]]:
    """What else may be meant, in words, as the fragment that would say so. A text that begins with a quote is a tie."""
    if draft.groups and said.sketch.groups and not said.has("adding", "splitting", "replacing", "same"):
        yield "beside the groups before", replace(said, marks=(*said.marks, Mark(0, 0, "adding")))
    for place, wanted in enumerate(said.sketch.values):
        for ref in _tied(draft, said, place):
            targets = tuple(t for t in wanted.mention.targets if (t.table, t.column) == (ref.table, ref.name))
            only = replace(wanted, mention=replace(wanted.mention, targets=targets))
            values = (*said.sketch.values[:place], only, *said.sketch.values[place + 1 :])
            yield f"'{wanted.mention.text}' is {ref}", replace(said, sketch=replace(said.sketch, values=values))


def _tied(draft: Draft, said: Fragment, place: int) -> list[ColumnRef]:
    wanted = said.sketch.values[place]
    try:
        chosen = choose(Options(draft.index).values(wanted), draft, wanted.mention.text)
    except CannotEdit:
        return []
    return [option.payload.ref for option in chosen.rivals if isinstance(option.payload, Filter)]


def break_downs(draft: Draft) -> tuple[Reading, ...]:
    """The figure of the earlier query, by what it is not yet divided by: columns with few values, and time."""
    if not draft.measures:
        return ()
    found: list[Reading] = []
    for dimension in (*_by_time(draft), *_by_columns(draft)):
        fresh = draft.copy()
        try:
            group_by(fresh, [dimension], beside=False)
        except CannotEdit:
            continue
        found.append(Reading(f"by {dimension.label.replace('_', ' ')}", fresh.sql()))
    return tuple(found[:_MOST_READINGS])


def _by_time(draft: Draft) -> list[Dimension]:
    ref = date_column(draft, grain="month")
    if ref is None or any(ref in draft.refs(group) for group in draft.groups):
        return []
    how = clock(draft.index.column(ref.table, ref.name))
    grain = "year" if how == "year_number" else "month"
    return [Dimension(ref, grain, grain)]


def _by_columns(draft: Draft) -> Iterator[Dimension]:
    """Of the query's own tables first, then of those they point to; never what is grouped by or fixed already."""
    near = [*draft.tables, *(p for table in draft.tables for p in draft.graph.parents(table) if p not in draft.tables)]
    used = {ref for node in (*draft.groups, *draft.conjuncts) for ref in draft.refs(node)}
    for name in dict.fromkeys(near):
        table = draft.index.table(name)
        for column in table.columns:
            ref = ColumnRef(name, column.name)
            if ref not in used and _divides(table, column):
                yield Dimension(ref, label="_".join(identifier_words(column.name)) or column.name)


def _divides(table: Table, column: Column) -> bool:
    """Few values, many rows each: a category, not a name."""
    if column.kind is not Kind.TEXT or is_key(table, column) or clock(column) or column in labels(table):
        return False
    distinct, rows = column.distinct_estimate, table.row_estimate
    return distinct is not None and 1 < distinct <= _MOST_GROUPS and (rows is None or distinct < rows)
