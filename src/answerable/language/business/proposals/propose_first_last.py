"""Questions for the day of the first or the last: when somebody ordered first, the date of the latest delivery."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import BusinessQuery, QueryFigure
from answerable.language.business.parts.question_subjects import QuestionSubjects

__all__ = ["propose_first_last"]

_DAY_WORDS = frozenset({"date", "day", "when"})
_ASKED_WHEN, _NAMED_DATE, _NEXT = 0.9, 0.6, 0.15


def propose_first_last(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    span = subjects.parts.cues.first("asc_date", "desc_date")
    if span is None or not _asks_for_day(subjects):
        return
    function = "min" if span.meaning == "asc_date" else "max"
    for place, table in enumerate(_dated_tables(subjects)):
        if day := subjects.date_of(table):
            figures = (QueryFigure(function, day.table, day.column),)
            score = subjects.score + _gain(subjects) - _NEXT * place
            yield BusinessQuery(table, figures=figures, groups=subjects.marked_groups, score=score)


def _gain(subjects: QuestionSubjects) -> float:
    return _ASKED_WHEN if subjects.parts.cues.has("when") else _NAMED_DATE


def _asks_for_day(subjects: QuestionSubjects) -> bool:
    parts = subjects.parts
    said = {token.lemma for token in parts.tokens}
    return not parts.grain and (parts.cues.has("when") or bool(said & _DAY_WORDS))


def _dated_tables(subjects: QuestionSubjects) -> list[str]:
    """Those of the dates that are named, then what a verb says was done, then the rows that are named."""
    named = [link.target.table for link in subjects.parts.dated]
    dated = [table for table in (*subjects.events, *subjects.tables) if subjects.model.main_date(table)]
    tables = [*named, *sorted(dated, key=lambda table: table not in _event_tables(subjects))]
    near = [event for table in subjects.implied_tables for event in (table, *subjects.events_near(table))]
    return list(dict.fromkeys(tables or near))[:3]


def _event_tables(subjects: QuestionSubjects) -> set[str]:
    return {event.table for event in subjects.model.events}
