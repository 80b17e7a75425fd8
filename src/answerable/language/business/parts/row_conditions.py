"""Which rows a question means: values, numbers, absence, periods, and the rows that are usually left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from answerable.language.business.business_query import (
    Attribute,
    BusinessQuery,
    CalendarTest,
    ColumnTest,
    Existence,
    PeriodTest,
    RowTest,
)
from answerable.language.business.links.held_attributes import presence_of
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.parts.absent_conditions import absences, absent_condition, held_parents
from answerable.language.business.parts.average_bounds import average_comparisons, within_said_rows
from answerable.language.business.parts.number_conditions import number_comparisons, number_conditions
from answerable.language.business.parts.question_parts import QuestionParts
from answerable.language.business.parts.question_periods import joined_period
from answerable.language.business.parts.question_subjects import QuestionSubjects, RowDate
from answerable.language.business.parts.said_roles import role_of_value
from answerable.language.business.parts.same_row_conditions import one_row_each
from answerable.language.business.parts.unnamed_absence import with_unnamed_absence
from answerable.language.business.parts.usual_rows import ways_to_leave_out

__all__ = ["condition_of", "with_conditions"]

_NO_DATE, _SEVERAL_PERIODS, _SAID_DATE = 1.0, 0.3, 0.25
_OPPOSITE = {
    "in": "not_in",
    "is_null": "is_not_null",
    "is_not_null": "is_null",
    "contains": "not_contains",
    "starts_with": "not_starts_with",
}
_PERFECT, _PERFECT_REACH = frozenset(("have", "has", "had", "been", "already", "were", "was", "got", "'ve")), 2
_IN_ROLE = 0.25
_SAID_BY_TARGET = frozenset(_OPPOSITE) - {"in"}


def with_conditions(query: BusinessQuery, subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """The query over the rows that are meant, with and without those that are usually left out."""
    period, penalty = _period(query, subjects)
    recurring, unused = _recurring(query, subjects)
    penalty += unused
    asked = one_row_each((*_tests(query, subjects), *period, *recurring), query.base, subjects)
    compared = () if _compares_groups(query) else average_comparisons(query, subjects)
    having = (*query.having, *number_comparisons(query, subjects), *compared)
    roles = _IN_ROLE * sum(isinstance(test, ColumnTest) and bool(test.via) for test in asked)
    whole = replace(query, tests=(*query.tests, *asked), having=having, score=query.score - penalty + roles)
    for left_out, cost in ways_to_leave_out(whole, subjects):
        one = replace(whole, tests=(*whole.tests, *left_out), score=whole.score - cost)
        yield from within_said_rows(one, subjects)
        yield from with_unnamed_absence(one, subjects)


def condition_of(link: WordLink, parts: QuestionParts) -> ColumnTest:
    said = _as_said(link)
    is_opposite = parts.is_negated(link) and not parts.describes_absent(link)
    return replace(said, operator=_OPPOSITE[said.operator]) if is_opposite else said


def _in_role(test: ColumnTest, link: WordLink, base: str, subjects: QuestionSubjects) -> ColumnTest:
    """`from Hamburg to Munich`: two places, each by its own key."""
    return replace(test, via=role_of_value(link, base, subjects.parts.tokens, subjects.model))


def _as_said(link: WordLink) -> ColumnTest:
    detail = link.target.detail
    operator = detail if detail in _SAID_BY_TARGET else "in"
    return ColumnTest(link.target.table, link.target.column, operator, link.target.values)


def _is_grouped_flag(link: WordLink, query: BusinessQuery) -> bool:
    """`members vs non-members`: both are shown."""
    groups = {(one.table, one.column) for one in query.groups if isinstance(one, Attribute)}
    return link.target.kind is LinkKind.FLAG and (link.target.table, link.target.column) in groups


def _tests(query: BusinessQuery, subjects: QuestionSubjects) -> tuple[RowTest, ...]:
    said = [link for link in subjects.parts.conditions if not subjects.parts.is_absent_verb(link)]
    absent = {link: absent_condition(link, _as_said(link), query.base, subjects) for link in said}
    said = [link for link in said if absent[link] is None and not _is_grouped_flag(link, query)]
    tests = [_in_role(condition_of(link, subjects.parts), link, query.base, subjects) for link in said]
    by_role = [replace(test, via=()) for test in query.tests if isinstance(test, ColumnTest)]
    used = (*(query.share_of or ()), *by_role, *_inside(query), *_compared_tests(query))
    meant = [test for test in tests if test not in used]
    held = [test for test in presence_of(subjects.parts.held) if test not in used]
    held += [test for test in held_parents(query.base, subjects) if test not in used]
    held += [test for test in _happened(subjects, query.base) if test not in (*used, *meant)]
    without = [test for test in absences(query, subjects) if test not in used]
    gone = dict.fromkeys(test for test in absent.values() if test is not None)
    return (*_alternatives(meant), *held, *gone, *number_conditions(query, subjects), *without)


def _happened(subjects: QuestionSubjects, base: str) -> Iterator[ColumnTest]:
    """`agents who have left, and when`: those that have the date."""
    for link in subjects.parts.dated:
        target, parts = link.target, subjects.parts
        before = {token.text.casefold() for token in parts.tokens[max(0, link.start - _PERFECT_REACH) : link.start]}
        is_asked = link in parts.attributes and target.table == base and not parts.is_negated(link)
        if is_asked and before & _PERFECT and not parts.tokens[link.end - 1].text.casefold().endswith("date"):
            yield ColumnTest(target.table, target.column, "is_not_null")


def _compared_tests(query: BusinessQuery) -> list[RowTest]:
    """Conditions of which each belongs to one of two figures."""
    figures = [one for figure in query.figures if figure.out_of for one in (figure, figure.out_of)]
    return [test for one in figures for test in one.tests]


def _alternatives(tests: list[ColumnTest]) -> list[ColumnTest]:
    """Two values of one column: either of them."""
    found: dict[tuple[object, ...], ColumnTest] = {}
    for test in tests:
        is_whole_name = "|" in test.column
        key = (test.table, test.column, test.via, test.operator, test.values if is_whole_name else ())
        values = (*found[key].values, *test.values) if key in found else test.values
        found[key] = test if is_whole_name else replace(test, values=tuple(dict.fromkeys(values)))
    return [test for test in found.values() if not any(_says_more(other, test) for other in found.values())]


def _says_more(whole: ColumnTest, part: ColumnTest) -> bool:
    """A name that is said whole, and a part of that name."""
    is_part = part.operator in ("contains", "starts_with") and whole.operator == "in"
    names = [str(value).casefold() for value in whole.values]
    is_same = (whole.table, whole.column) == (part.table, part.column)
    return is_part and is_same and all(str(text).casefold() in name for text in part.values for name in names)


def _period(query: BusinessQuery, subjects: QuestionSubjects) -> tuple[tuple[RowTest, ...], float]:
    """The rows' period, and what the reading loses where the question says more than it uses."""
    dates = subjects.parts.dates
    if not dates or query.growth or any(figure.tests for figure in query.figures) or _has_period_inside(query):
        return (), 0.0
    day = subjects.date_of(query.base) or _event_date(query.base, subjects)
    if day is None:
        return (), _NO_DATE
    whole = joined_period(dates)
    used, *more = [whole] if whole else [one.period for one in dates]
    others = tuple(dict.fromkeys((one.start, one.end) for one in more if one != used))
    is_said = any((link.target.table, link.target.column) == (day.table, day.column) for link in subjects.parts.dated)
    penalty = (0.0 if whole else _SEVERAL_PERIODS) - (_SAID_DATE if is_said else 0.0)
    return (PeriodTest(day.table, day.column, used.start, used.end, others=others),), penalty


def _recurring(query: BusinessQuery, subjects: QuestionSubjects) -> tuple[tuple[RowTest, ...], float]:
    """`in November and December of each year`, `on Mondays`."""
    times = subjects.parts.recurring
    day = (subjects.date_of(query.base) or _event_date(query.base, subjects)) if times else None
    if day is None:
        return (), _NO_DATE * len(times)
    return tuple(CalendarTest(day.table, day.column, one.grain, one.values) for one in times), 0.0


def _has_period_inside(query: BusinessQuery) -> bool:
    """The period is that of what happened, and not of those to whom it did."""
    return any(isinstance(test, PeriodTest) for test in _inside(query))


def _inside(query: BusinessQuery) -> list[RowTest]:
    """Conditions on rows whose number is asked about."""
    existences = [one for one in (*query.tests, *(query.share_of or ())) if isinstance(one, Existence)]
    return [test for one in existences for test in one.tests]


def _compares_groups(query: BusinessQuery) -> bool:
    return any(one.is_of_groups or one.other for one in query.having)


def _event_date(table: str, subjects: QuestionSubjects) -> RowDate | None:
    """The date of what was done with rows that have none themselves."""
    for event in (*subjects.events, *subjects.events_near(table)):
        if day := subjects.model.main_date(event):
            return RowDate(event, day.column)
    return None
