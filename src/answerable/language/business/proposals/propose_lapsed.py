"""Questions for those to whom something happened in one period and not in another: `in 2024 but not in 2025`."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import BusinessQuery, EntityRow, Existence, PeriodTest, QueryFigure
from answerable.language.business.parts.question_subjects import QuestionSubjects
from answerable.language.business.parts.usual_tests import usual_tests
from answerable.language.question.dates.date_spans import DateMention

__all__ = ["propose_lapsed"]

_GAIN, _NEXT, _MOST_EVENTS = 1.2, 0.15, 2
_REACH = 4


def propose_lapsed(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    dates = subjects.parts.dates
    if len(dates) != 2 or subjects.parts.superlative:
        return
    first, second = (_is_negated(subjects, one) for one in dates)
    if first is second:
        return
    for head, event, lost in _pairs(subjects):
        tests = (*_in(subjects, event, dates[0], first), *_in(subjects, event, dates[1], second))
        score = subjects.score + _GAIN - lost
        if len(tests) == 2 and subjects.parts.cues.has("count"):
            yield BusinessQuery(head, figures=(QueryFigure("count", head),), tests=tests, score=score)
        elif len(tests) == 2:
            yield BusinessQuery(head, outputs=(EntityRow(head),), tests=tests, score=score)


def _is_negated(subjects: QuestionSubjects, mention: DateMention) -> bool:
    """`but not in 2025`."""
    ends = [span.end for span in subjects.parts.cues.all("none")]
    others = [one.end for one in subjects.parts.dates if one.end <= mention.start]
    return any(0 <= mention.start - end <= _REACH and all(end > other for other in others) for end in ends)


def _pairs(subjects: QuestionSubjects) -> Iterator[tuple[str, str, float]]:
    """Rows that are asked about, else people who take part, with what happened to them."""
    for place, event in enumerate((subjects.events or subjects.main_events)[:_MOST_EVENTS]):
        heads = [table for table in subjects.tables if subjects.paths.path(event, table, only_up=True)]
        people = [one.table for one in subjects.participants(event)]
        for head in dict.fromkeys((heads or people)[:1]):
            yield head, event, _NEXT * place
    for head in subjects.tables[:1] if not subjects.events else ():
        yield from ((head, event, _NEXT * (place + 1)) for place, event in enumerate(subjects.events_near(head)[:1]))


def _in(subjects: QuestionSubjects, event: str, mention: DateMention, is_negated: bool) -> Iterator[Existence]:
    if day := subjects.date_of(event):
        period = PeriodTest(day.table, day.column, mention.period.start, mention.period.end)
        yield Existence(event, (period, *usual_tests(subjects, event)), is_negated=is_negated)
