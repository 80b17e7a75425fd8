"""Questions for the time between two dates: how long it took, days from order to delivery."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import Attribute, BusinessQuery, EntityRow, QueryFigure, RowRanking
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.parts.question_subjects import QuestionSubjects

__all__ = ["propose_durations"]


def propose_durations(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    for figure, gain in _spans(subjects):
        groups = subjects.groups(figure.table)
        yield BusinessQuery(figure.table, figures=(figure,), groups=groups, score=subjects.score + gain)
        span = subjects.parts.superlative
        if span and subjects.parts.things:
            yield _ranked(subjects, figure, span.meaning.startswith("desc"), gain)


def _ranked(subjects: QuestionSubjects, figure: QueryFigure, is_descending: bool, gain: float) -> BusinessQuery:
    subject = subjects.group_of(subjects.parts.things[0])
    ranking = RowRanking(figure, is_descending, subjects.parts.limit or 1)
    is_row = isinstance(subject, EntityRow) and subject.table == figure.table
    groups = () if is_row else (subject,)
    outputs = (subject,) if is_row else ()
    return BusinessQuery(
        figure.table, outputs=outputs, groups=groups, figures=(figure,), ranking=ranking, score=subjects.score + gain
    )


def _spans(subjects: QuestionSubjects) -> Iterator[tuple[QueryFigure, float]]:
    said = subjects.parts.aggregate
    function = said.meaning if said else "avg"
    dates = subjects.parts.dated
    if len(dates) >= 2 and dates[0].target != dates[1].target:
        yield _between(dates[0], dates[1], function), 0.8
        return
    for table in dict.fromkeys((*subjects.tables, *subjects.events, *(one.target.table for one in dates))):
        for derived in subjects.model.derived_of(table):
            if derived.kind == "span":
                yield QueryFigure(function, table, derived="span"), 0.3


def _between(first: WordLink, second: WordLink, function: str) -> QueryFigure:
    until = Attribute(second.target.table, second.target.column)
    return QueryFigure(function, first.target.table, first.target.column, until=until)
