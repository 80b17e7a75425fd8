"""By what rows or groups are ranked: what is named, what the word for it speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from answerable.language.business.business_query import EntityRow, GroupedBy, QueryFigure
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.parts.question_subjects import QuestionSubjects

__all__ = ["ranking_criteria", "said_function"]

_JUDGED = frozenset(("best", "worst", "highest", "lowest", "top"))
_LESS_LIKELY = 0.12
"""What each event that says more of the business comes before an event that nobody named."""
_HINTED_MEASURES = {"money": ("amount", "price", "balance"), "duration": ("duration",)}
_HINTED_DERIVED = {"duration": ("span", "age")}
_BY_SCORE, _SAID_BY = 0.5, 0.15


def ranking_criteria(subjects: QuestionSubjects, subject: GroupedBy, hint: str) -> Iterator[tuple[QueryFigure, float]]:
    """By what it may be ranked, with a score."""
    for measure in subjects.parts.measures[:2]:
        yield subjects.figure_of(measure), 0.4 + (_SAID_BY if _is_said_by(subjects, measure) else 0.0)
    yield from _hinted_criteria(subjects, subject.table, hint)
    if hint in ("", "count"):
        yield from _own_criteria(subjects, subject)
        yield from _event_criteria(subjects, subject.table, hint)


def _is_said_by(subjects: QuestionSubjects, measure: WordLink) -> bool:
    """`top 5 by revenue, with pieces`: the one behind the word, where there are several."""
    spans = [span for span in subjects.parts.cues.all("by") if 0 <= measure.start - span.end <= 1]
    return bool(spans) and len(subjects.parts.measures) > 1


def _own_criteria(subjects: QuestionSubjects, subject: GroupedBy) -> Iterator[tuple[QueryFigure, float]]:
    """`the country with the most customers`, `the busiest month`: by the rows that have it themselves."""
    if not isinstance(subject, EntityRow):
        is_named = subject.table in (*subjects.tables, *subjects.events)
        lost = 0.0 if is_named else _LESS_LIKELY * _place(subject.table, subjects.main_events)
        yield QueryFigure("count", subject.table), (0.35 if is_named else 0.15) - lost
        yield from ((natural, 0.1 - lost) for natural in subjects.natural_figures(subject.table)[:1])


def _place(table: str, events: tuple[str, ...]) -> int:
    return events.index(table) if table in events else len(events)


def _hinted_criteria(subjects: QuestionSubjects, table: str, hint: str) -> Iterator[tuple[QueryFigure, float]]:
    """`the most expensive`, `the longest`, `the newest` say by what."""
    for one in subjects.model.measures_of(table):
        if one.kind in _HINTED_MEASURES.get(hint, ()):
            yield QueryFigure("value", table, one.column), 0.3
    for derived in subjects.model.derived_of(table):
        if derived.kind in _HINTED_DERIVED.get(hint, ()):
            yield QueryFigure("value", table, derived=derived.kind), 0.3
    if hint == "money" and not any(one.kind in _HINTED_MEASURES[hint] for one in subjects.model.measures_of(table)):
        for event in (*subjects.events_near(table), *subjects.children(table))[:2]:
            yield from ((natural, 0.2) for natural in subjects.natural_figures(event)[:1])
    if not hint:
        yield from ((replace(one, function="value"), 0.25) for one in subjects.natural_figures(table)[:2])
    if hint == "date" and (birth := _birth(subjects, table)):
        yield QueryFigure("value", table, birth), 0.6
    if hint == "date" and (day := subjects.model.main_date(table)):
        yield QueryFigure("value", table, day.column), 0.4


def _birth(subjects: QuestionSubjects, table: str) -> str:
    """What is `oldest` says nothing of when it came: by the day of birth, or the year it was made; "" for neither."""
    span = subjects.parts.superlative
    said = subjects.parts.tokens[span.start].text.casefold() if span else ""
    if said not in ("oldest", "youngest", "eldest"):
        return ""
    ages = [one for one in subjects.model.derived_of(table) if one.kind == "age"]
    births = [column for one in ages for _, column in one.parts]
    years = [one.column for one in subjects.model.dimensions if one.table == table and one.kind == "year"]
    return next((one for one in (*births, *years) if one), "")


def _event_criteria(subjects: QuestionSubjects, table: str, hint: str) -> Iterator[tuple[QueryFigure, float]]:
    """By the number of what belongs to it, or by what that is worth."""
    named = [one for one in dict.fromkeys((*subjects.tables, *subjects.events)) if one != table]
    for other in named:
        yield from _scores(subjects, other, hint)
        yield QueryFigure("count", other), 0.35
        yield from ((natural, 0.1) for natural in subjects.natural_figures(other)[:1])
    if hint == "count" and not subjects.parts.measures:
        yield from ((pieces, 0.2) for pieces in subjects.pieces_of(table)[:1])
    if not named and not subjects.parts.measures:
        for event in (subjects.events_near(table) or subjects.children(table))[:3]:
            yield QueryFigure("count", event), 0.1 if hint == "count" else -0.05
            yield from ((natural, 0.0) for natural in subjects.natural_figures(event)[:1])


def _scores(subjects: QuestionSubjects, table: str, hint: str) -> Iterator[tuple[QueryFigure, float]]:
    """`best rated`, `worst reviewed`: by what people thought, on average."""
    span = subjects.parts.superlative
    is_judged = span is not None and subjects.parts.tokens[span.start].text.casefold() in _JUDGED
    for one in subjects.model.measures_of(table) if is_judged and not hint and not subjects.parts.grouped else ():
        if one.kind == "score":
            yield QueryFigure("avg", table, one.column), _BY_SCORE


def said_function(subjects: QuestionSubjects, by: QueryFigure) -> str:
    said = subjects.parts.aggregate
    return said.meaning if said else (subjects.aggregations(by) or ("sum",))[0]
