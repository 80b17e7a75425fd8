"""Conditions that leave out what people seldom mean, for rows that a composition asks about beside its own."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import ColumnTest, PeriodTest, RowTest
from answerable.language.business.parts.question_periods import joined_period
from answerable.language.business.parts.question_subjects import QuestionSubjects
from answerable.semantics import UsualExclusion

__all__ = ["done_rows", "period_tests", "usual_tests"]

_OPPOSITE = {"in": "not_in", "is_null": "is_not_null", "is_not_null": "is_null"}


def usual_tests(subjects: QuestionSubjects, table: str) -> tuple[ColumnTest, ...]:
    """Cancelled and deleted rows, also those of what lines belong to, unless the question speaks of that column."""
    named = {(link.target.table, link.target.column) for link in subjects.parts.linked.links}
    return tuple(
        ColumnTest(
            one.table, one.condition.column, _OPPOSITE[one.condition.operator], one.condition.values, is_default=True
        )
        for one in _exclusions(subjects, table)
        if one.condition.operator in _OPPOSITE and (one.table, one.condition.column) not in named
        if one.applies_to in ("all", "money") or (one.applies_to == "sales" and subjects.speaks_of_sales)
    )


def _exclusions(subjects: QuestionSubjects, table: str) -> Iterator[UsualExclusion]:
    yield from subjects.model.exclusions_of(table)
    for event in subjects.model.events:
        if event.table == table and event.date_from:
            yield from subjects.model.exclusions_of(event.date_from)


def period_tests(subjects: QuestionSubjects, table: str) -> tuple[PeriodTest, ...]:
    day, whole = subjects.date_of(table), joined_period(subjects.parts.dates) if subjects.parts.dates else None
    return (PeriodTest(day.table, day.column, whole.start, whole.end),) if day and whole else ()


def done_rows(subjects: QuestionSubjects, table: str) -> tuple[RowTest, ...]:
    """Rows of an event in the period that is asked about."""
    return (*period_tests(subjects, table), *usual_tests(subjects, table))
