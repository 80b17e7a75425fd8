"""Questions for how long it takes until something is done: from what it belongs to, or its own first date."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import Attribute, BusinessQuery, QueryFigure
from answerable.language.business.parts.question_subjects import QuestionSubjects, RowDate
from answerable.semantics import DateRole

__all__ = ["propose_delays"]

_PARENT, _OWN = 0.75, 0.6
_BEGINS = ("ordered", "opened", "booked", "created", "requested", "happened", "registered", "issued")


def propose_delays(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    said = subjects.parts.aggregate
    function = said.meaning if said else "avg"
    for table in dict.fromkeys((*subjects.events, *subjects.tables)):
        for start, end, gain in _spans(subjects, table):
            figure = QueryFigure(function, start.table, start.column, until=Attribute(end.table, end.column))
            groups = subjects.groups(table)
            yield BusinessQuery(table, figures=(figure,), groups=groups, score=subjects.score + gain)


def _spans(subjects: QuestionSubjects, table: str) -> Iterator[tuple[RowDate, RowDate, float]]:
    days = [day for day in subjects.model.dates if day.table == table]
    first = next((day for day in days if day.is_main), None)
    for day in days:
        if first and day is not first and _is_said(subjects, day):
            begin, end = (day, first) if first.role not in _BEGINS and day.role in _BEGINS else (first, day)
            if begin.role in _BEGINS or begin.role == "started":
                yield RowDate(table, begin.column), RowDate(table, end.column), _OWN
    if first and table in subjects.events:
        for parent in _dated_parents(subjects, table):
            yield parent, RowDate(table, first.column), _PARENT


def _dated_parents(subjects: QuestionSubjects, table: str) -> list[RowDate]:
    """The nearest event that it belongs to and that has a date."""
    found = []
    for event in subjects.model.events:
        path = subjects.paths.path(table, event.table, only_up=True)
        if event.table != table and event.main_date and path:
            found.append((len(path), event.table, event.main_date))
    return [RowDate(name, column) for _, name, column in sorted(found)[:1]]


def _is_said(subjects: QuestionSubjects, day: DateRole) -> bool:
    """By its verb or its name: `until it is delivered`."""
    words = {word for text in (day.label, day.role, *day.verbs) for word in text.casefold().split()}
    said = {token.lemma for token in subjects.parts.tokens} | {token.text.casefold() for token in subjects.parts.tokens}
    return bool(words & said)
