"""Other ways to take a follow-up, and the break-downs that a `why?` may lead to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.schema import Column, Kind, Table
from answerable.language.followups.choose_reading import choose
from answerable.language.followups.draft import CannotEdit, Draft
from answerable.language.followups.edits.edit_groups import group_by
from answerable.language.followups.edits.edit_periods import date_column
from answerable.language.followups.fragment import Fragment
from answerable.language.followups.marks import FollowUpMark
from answerable.language.linking.column_traits import clock, is_key, labels
from answerable.language.query_model.filled_query import Dimension, Filter
from answerable.language.question.dates.grain_messages import grain_message
from answerable.language.rules.slot_options import Options
from answerable.language.translation import CodedReading
from answerable.naming.identifiers import identifier_lemmas
from answerable.sql.column_ref import ColumnRef

__all__ = ["break_downs", "other_readings"]

_MOST_READINGS = 4
_MOST_GROUPS = 40


@dataclass(frozen=True, slots=True)
class OtherReading:
    text: CodedMessage
    fragment: Fragment
    is_tie: bool = False
    """It fits as well as the one that was chosen."""


def other_readings(draft: Draft, said: Fragment) -> Iterator[OtherReading]:
    """What else may be meant, as the fragment that would say so."""
    if draft.groups and said.sketch.groups and not said.has("adding", "splitting", "replacing", "same"):
        beside = replace(said, marks=(*said.marks, FollowUpMark(0, 0, "adding")))
        yield OtherReading(msg("follow_up.beside"), beside)
    for position, wanted in enumerate(said.sketch.values):
        for ref in _tied(draft, said, position):
            targets = tuple(t for t in wanted.mention.targets if (t.table, t.column) == (ref.table, ref.name))
            only = replace(wanted, mention=replace(wanted.mention, targets=targets))
            values = (*said.sketch.values[:position], only, *said.sketch.values[position + 1 :])
            meaning = msg("notes.phrase_is", phrase=wanted.mention.text, meaning=str(ref))
            yield OtherReading(meaning, replace(said, sketch=replace(said.sketch, values=values)), is_tie=True)


def _tied(draft: Draft, said: Fragment, position: int) -> list[ColumnRef]:
    wanted = said.sketch.values[position]
    try:
        chosen = choose(Options(draft.index).values(wanted), draft, wanted.mention.text)
    except CannotEdit:
        return []
    return [option.payload.ref for option in chosen.rivals if isinstance(option.payload, Filter)]


def break_downs(draft: Draft) -> tuple[CodedReading, ...]:
    """The figure of the earlier query, by what it is not yet divided by: columns with few values, and time."""
    if not draft.measures:
        return ()
    result: list[CodedReading] = []
    for dimension in (*_by_time(draft), *_by_columns(draft)):
        fresh = draft.copy()
        try:
            group_by(fresh, [dimension], beside=False)
        except CannotEdit:
            continue
        result.append(CodedReading(_by(dimension), fresh.sql()))
    return tuple(result[:_MOST_READINGS])


def _by(dimension: Dimension) -> CodedMessage:
    label = dimension.label.replace("_", " ")
    return msg("follow_up.by", columns=(grain_message(dimension.grain) if dimension.grain else label,))


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
                yield Dimension(ref, label="_".join(identifier_lemmas(column.name)) or column.name)


def _divides(table: Table, column: Column) -> bool:
    """Few values, many rows each: a category, not a name."""
    if column.kind is not Kind.TEXT or is_key(table, column) or clock(column) or column in labels(table):
        return False
    distinct, rows = column.distinct_estimate, table.row_estimate
    return distinct is not None and 1 < distinct <= _MOST_GROUPS and (rows is None or distinct < rows)
