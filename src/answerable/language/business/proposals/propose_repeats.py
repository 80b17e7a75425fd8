"""Questions for rows that something happened to once, exactly so often or again: who came back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from answerable.language.business.business_query import BusinessQuery, EntityRow, Existence, QueryFigure
from answerable.language.business.parts.question_subjects import QuestionSubjects, place_of
from answerable.language.business.parts.row_conditions import condition_of
from answerable.language.business.parts.shape_phrases import PhraseSpan, find_phrase, given_back
from answerable.language.business.parts.usual_tests import done_rows

__all__ = ["propose_repeats"]

_GAIN = 0.6
_ORDINALS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5}


class _Times(NamedTuple):
    least: int
    most: int | None
    span: PhraseSpan
    counted: str
    """Table; "" where the verb says what is counted."""


def propose_repeats(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    for times in _times(subjects):
        for head, event in _pairs(subjects, times):
            yield from _asked(subjects, head, event, times)


def _times(subjects: QuestionSubjects) -> Iterator[_Times]:
    tokens = subjects.parts.tokens
    for meaning, least, most in (("once", 1, 1), ("twice", 2, 2), ("again", 2, None)):
        if span := find_phrase(tokens, meaning):
            yield _Times(least, most, span, "")
            return
    for link in subjects.parts.things:
        if exact := _exact_number(subjects, link.start):
            yield exact._replace(counted=place_of(link)[0])
        before = tokens[link.start - 1].text.casefold() if link.start else ""
        if before in _ORDINALS:
            yield _Times(_ORDINALS[before], None, PhraseSpan(link.start - 1, link.start), place_of(link)[0])


def _exact_number(subjects: QuestionSubjects, at: int) -> _Times | None:
    """`exactly 2 orders`, `only one order`."""
    tokens = subjects.parts.tokens
    number = tokens[at - 1].number if at >= 2 else None
    if number is None or not find_phrase(tokens[at - 2 : at - 1], "only"):
        return None
    return _Times(int(number), int(number), PhraseSpan(at - 2, at), "")


def _pairs(subjects: QuestionSubjects, times: _Times) -> Iterator[tuple[str, str]]:
    """Rows that are asked about, and what happened to them so often."""
    heads = [table for table in subjects.tables if table != times.counted]
    events = [times.counted] if times.counted else list(subjects.events)
    for event in events:
        people = [one.table for one in subjects.participants(event)]
        for head in dict.fromkeys(heads or people):
            if head != event and subjects.paths.path(event, head, only_up=True):
                yield head, event
    if not events:
        # Customers come back for more; what comes back is returned.
        people = [head for head in heads if (entity := subjects.model.entity(head)) and entity.is_person]
        yield from ((head, event) for head in people[:1] for event in subjects.events_near(head)[:2])


def _asked(subjects: QuestionSubjects, head: str, event: str, times: _Times) -> Iterator[BusinessQuery]:
    """Listed, counted, or their share of those to whom it happened at all."""
    said = [link for link in subjects.parts.conditions if link.target.table == event]
    conditions = tuple(condition_of(link, subjects.parts) for link in said)
    rows = (*done_rows(subjects, event), *conditions)
    so_often = Existence(event, rows, least=times.least, most=times.most)
    score = subjects.score + _GAIN + given_back(subjects.parts, times.span)
    if subjects.parts.cues.has("share"):
        some = (Existence(event, rows),)
        yield BusinessQuery(head, groups=subjects.groups(head), share_of=(so_often,), tests=some, score=score + 0.2)
    elif subjects.parts.cues.has("count"):
        count = (QueryFigure("count", head),)
        yield BusinessQuery(head, figures=count, groups=subjects.groups(head), tests=(so_often,), score=score + 0.2)
    else:
        yield BusinessQuery(head, outputs=(EntityRow(head),), tests=(so_often,), score=score)
