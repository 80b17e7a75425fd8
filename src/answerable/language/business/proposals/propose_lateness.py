"""Questions for what was done too late or on time: listed, counted, and its share of what was done."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import BusinessQuery, ColumnTest, EntityRow, QueryFigure
from answerable.language.business.parts.date_order import lateness_of, said_lateness
from answerable.language.business.parts.question_subjects import QuestionSubjects
from answerable.language.business.parts.shape_phrases import given_back
from answerable.language.business.proposals.asked_beside import asked_beside

__all__ = ["propose_lateness"]

_GAIN, _NEXT = 0.9, 0.15


def propose_lateness(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    said = said_lateness(subjects)
    if said is None:
        return
    span, operator = said
    score = subjects.score + _GAIN + given_back(subjects.parts, span)
    dated = [link.target.table for link in (*subjects.parts.dated, *subjects.parts.conditions)]
    tables = (*subjects.tables, *subjects.events, *dated, *subjects.main_events)
    found = [table for table in dict.fromkeys(tables) if lateness_of(table, operator, subjects)]
    for place, table in enumerate(found[:2]):
        test = lateness_of(table, operator, subjects)
        assert test is not None
        groups, lost = subjects.groups(table), _NEXT * place
        if subjects.parts.cues.has("share"):
            done = ColumnTest(table, test.column, "is_not_null")
            yield BusinessQuery(table, groups=groups, share_of=(test,), tests=(done,), score=score - lost)
        elif subjects.parts.cues.has("count") or groups:
            figures = (QueryFigure("count", table),)
            yield BusinessQuery(table, figures=figures, groups=groups, tests=(test,), score=score - lost)
        else:
            outputs = (EntityRow(table), *asked_beside(subjects, table))
            yield BusinessQuery(table, outputs=outputs, tests=(test,), score=score - lost)
