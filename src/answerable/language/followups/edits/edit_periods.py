"""Periods: `what about 2023` takes the place of the year before it; without one, it is added."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

from sqlglot import exp

from answerable.kernel.messages import CodedMessage, msg
from answerable.language.followups.draft import CannotEdit, Draft
from answerable.language.followups.fragment import Fragment, dated_in
from answerable.language.linking.column_traits import clock
from answerable.language.linking.date_columns import date_choices
from answerable.language.linking.mentions import Mention
from answerable.language.query.conditions import condition
from answerable.language.query_model.filled_query import Filter
from answerable.language.question.dates.calendar_periods import Period, containing, shift_period
from answerable.language.question.dates.date_spans import DateMention
from answerable.language.question.dates.grain_messages import period_message
from answerable.sql.column_ref import ColumnRef

__all__ = ["change_period", "date_column", "restricts"]

_UNPLACED = re.compile(r"(?i)\b(?:q[1-4]|h[12]|quarter|half|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)")
_PLACED = re.compile(r"(?i)\b(?:\d{4}|last|this|current|previous|past|next|ago|fy\d+)\b")
_ISO = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?")
_STEPS = {"before": -1, "after": 1}


def change_period(draft: Draft, said: Fragment) -> tuple[CodedMessage, ...]:
    wanted = said.sketch.dates
    ref = date_column(draft, wanted[0].hint if wanted else None)
    periods = _shifted(draft, said, ref) or _dated(draft, said, ref)
    if not periods:
        return ()
    if ref is None:
        raise CannotEdit(msg("cannot_edit.no_date"))
    draft.reach(ref.table)
    kept = [test for test in draft.conjuncts if not restricts(draft, test, ref)]
    replaced = len(kept) < len(draft.conjuncts)
    draft.conjuncts = [*kept, *(_test(draft, ref, period) for period in periods)]
    column, shown = str(ref), tuple(period_message(period) for period in periods)
    if replaced:
        return (msg("follow_up.period_instead", column=column, periods=shown),)
    return (msg("follow_up.period", column=column, periods=shown),)


def date_column(draft: Draft, hint: Mention | None = None, grain: str | None = None) -> ColumnRef | None:
    """The date the earlier query speaks of, unless another is named; else the likeliest one of its rows."""
    used = [ref for ref in draft.refs(draft.select) if clock(draft.index.column(ref.table, ref.name))]
    tested = [ref for ref in used if any(restricts(draft, test, ref) for test in draft.conjuncts)]
    grouped = [ref for ref in used if any(ref in draft.refs(group) for group in draft.groups)]
    if hint is None and (tested or grouped):
        return (tested or grouped)[0]
    choices = date_choices(draft.index, draft.graph, _measured(draft), hint, grain)
    return choices[0].ref if choices else None


def _measured(draft: Draft) -> str:
    """The table whose rows are added up or counted."""
    inside = [ref.table for measure in draft.measures for ref in draft.refs(measure)]
    return inside[0] if inside else draft.root


def restricts(draft: Draft, test: exp.Expr, ref: ColumnRef) -> bool:
    """A comparison of this column, and of no other, with a constant."""
    return draft.refs(test) == (ref,) and test.find(exp.Literal) is not None and test.find(exp.Select) is None


def _test(draft: Draft, ref: ColumnRef, period: Period) -> exp.Expr:
    column = draft.index.column(ref.table, ref.name)
    return condition(Filter(ref, "period", (period,)), column, draft.names, draft.dialect)


def _dated(draft: Draft, said: Fragment, ref: ColumnRef | None) -> list[Period]:
    """The periods said; a month or quarter without a year is of the year spoken of before."""
    start = _earlier_start(draft, ref)
    result: list[Period] = []
    for wanted in said.sketch.dates:
        mention = wanted.date
        if start and _UNPLACED.search(mention.text) and not _PLACED.search(mention.text):
            mention = _same_place(mention, dated_in(said, start.year))
        result.append(mention.period)
    return result


def _same_place(mention: DateMention, others: tuple[DateMention, ...]) -> DateMention:
    return next((other for other in others if other.start == mention.start), mention)


def _shifted(draft: Draft, said: Fragment, ref: ColumnRef | None) -> list[Period]:
    """`the year before`, `the whole quarter`: told from the period of the earlier query."""
    start = _earlier_start(draft, ref)
    for mark in said.marks:
        how, _, grain = mark.kind.partition("_")
        if start and how in _STEPS:
            return [shift_period(grain, start, _STEPS[how])]
        if start and how == "whole":
            return [containing(grain, start)]
    return []


def _earlier_start(draft: Draft, ref: ColumnRef | None) -> date | None:
    """The earliest day among the constants the date is compared with."""
    if ref is None:
        return None
    how = clock(draft.index.column(ref.table, ref.name)) or "date"
    tests = [test for test in draft.conjuncts if restricts(draft, test, ref)]
    days = [_day(literal, how) for test in tests for literal in test.find_all(exp.Literal)]
    return min((day for day in days if day), default=None)


def _day(literal: exp.Literal, how: str) -> date | None:
    text = str(literal.this)
    try:
        if how in ("epoch_ms", "epoch_s"):
            return datetime.fromtimestamp(int(text) // (1000 if how == "epoch_ms" else 1), UTC).date()
        result = _ISO.match(text)
        return date(int(result[1]), int(result[2] or 1), int(result[3] or 1)) if result else None
    except (ValueError, OverflowError, OSError):
        return None
