"""Questions for groups whose figure is above the average of all groups: who spends more than the average customer."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import (
    BusinessQuery,
    ComparedFigure,
    DateGrain,
    EntityRow,
    GroupedBy,
    QueryFigure,
)
from answerable.language.business.parts.question_subjects import QuestionSubjects
from answerable.language.business.parts.shape_phrases import PhraseSpan, find_phrase, given_back

__all__ = ["propose_above_groups"]

_GAIN = 0.5
_AVERAGE_THING = 0.6
"""Where `the average customer` is said, and not `the average` alone."""
_TIMES = {"day": "day", "week": "week", "month": "month", "quarter": "quarter", "year": "year"}


def propose_above_groups(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    span = find_phrase(subjects.parts.tokens, "average_one")
    if span is None:
        return
    score = subjects.score + _GAIN + given_back(subjects.parts, span)
    score += _AVERAGE_THING if any(0 <= link.start - span.end <= 1 for link in subjects.parts.things) else 0.0
    for group in _heads(subjects, span):
        for figure in _figures(subjects, group):
            if _is_of_several(subjects, figure, group):
                compared = ComparedFigure(figure, _operator(subjects, span), None, is_of_groups=True)
                yield BusinessQuery(
                    figure.table,
                    groups=(group,),
                    figures=(figure,),
                    having=(compared,),
                    counts_groups=subjects.parts.cues.has("count") and isinstance(group, EntityRow),
                    score=score,
                )


def _operator(subjects: QuestionSubjects, span: PhraseSpan) -> str:
    around = subjects.parts.tokens[max(0, span.start - 3) : span.end]
    return "<" if subjects.parts.cues.has("below_average") or find_phrase(around, "less_than_average") else ">"


def _heads(subjects: QuestionSubjects, span: PhraseSpan) -> Iterator[GroupedBy]:
    links = sorted((*subjects.parts.things, *subjects.parts.attributes), key=lambda link: link.start)
    for link in [one for one in links if one.start < span.start][:1]:
        yield subjects.group_of(link)
    for token in subjects.parts.tokens[: span.start]:
        if grain := _TIMES.get(token.lemma):
            for table in (*subjects.tables, *subjects.events, *(one.target.table for one in subjects.parts.measures)):
                if day := subjects.date_of(table):
                    yield DateGrain(day.table, day.column, grain)
                    return


def _figures(subjects: QuestionSubjects, group: GroupedBy) -> list[QueryFigure]:
    """Added up in each group: named measures, rows that are named besides, what the rows of a verb are worth."""
    if subjects.parts.measures:
        figures = [subjects.figure_of(link) for link in subjects.parts.measures[:2]]
        return [one for one in figures if "sum" in subjects.aggregations(one)]
    others = [table for table in subjects.tables if table != group.table or isinstance(group, DateGrain)]
    if others:
        return [QueryFigure("count", table) for table in others[:1]]
    worth = [figure for event in subjects.events for figure in subjects.natural_figures(event)[:1]]
    return [*worth[:1], *(QueryFigure("count", event) for event in subjects.events[:1])]


def _is_of_several(subjects: QuestionSubjects, figure: QueryFigure, group: GroupedBy) -> bool:
    """A row's own price needs no groups."""
    if isinstance(group, EntityRow):
        return figure.table != group.table and bool(subjects.paths.path(figure.table, group.table, only_up=True))
    return True
