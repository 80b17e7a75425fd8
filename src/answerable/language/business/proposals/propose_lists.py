"""Questions for rows and what is known of them: lists, look-ups, who and when."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import Attribute, BusinessQuery, EntityRow
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.parts.question_subjects import QuestionSubjects, place_of

__all__ = ["propose_lists"]

_BESIDE = frozenset({"with", "and", "their", "together", "including", "incl", ","})


def propose_lists(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    shown = _shown(subjects)
    for link in subjects.parts.things[:2]:
        yield from _rows(subjects, link, shown)
    if not subjects.parts.things and shown:
        outputs = tuple(_attribute(one) for one in shown)
        yield BusinessQuery(shown[0].target.table, outputs=outputs, is_distinct=True, score=subjects.score + 0.1)
    yield from _implied_rows(subjects, shown)
    if subjects.parts.cues.has("who"):
        yield from _people(subjects)
    if subjects.parts.cues.has("when"):
        yield from _times(subjects)


def _shown(subjects: QuestionSubjects) -> list[WordLink]:
    parts = subjects.parts
    named = [link for link in (*parts.attributes, *parts.measures) if link.target.kind is not LinkKind.DERIVED]
    return [link for link in parts.untested(named) if not parts.is_negated(link)]


def _rows(subjects: QuestionSubjects, link: WordLink, shown: list[WordLink]) -> Iterator[BusinessQuery]:
    table, via = place_of(link)
    outputs = tuple(_attribute(one) for one in shown if one.start > link.start or one.target.table == table)
    others = tuple(EntityRow(*place_of(one)) for one in subjects.parts.things if _is_beside(subjects, link, one))
    gain = 0.3 if outputs and _names_one(subjects) else 0.2
    yield BusinessQuery(table, outputs=(EntityRow(table), *others, *outputs), score=subjects.score + gain)
    if outputs:
        gain = 0.2 if _names_one(subjects) else 0.0
        yield BusinessQuery(table, outputs=outputs, score=subjects.score + gain)
    for event in subjects.events_over(table):
        row = EntityRow(table, via)
        yield BusinessQuery(event, outputs=(row, *outputs), is_distinct=True, score=subjects.score + 0.1)


def _implied_rows(subjects: QuestionSubjects, shown: list[WordLink]) -> Iterator[BusinessQuery]:
    """`who left in 2025`, `which are open`: the rows that the condition speaks of."""
    asks_people = subjects.parts.cues.has("who")
    for table in subjects.implied_tables[:3]:
        entity = subjects.model.entity(table)
        outputs = tuple(_attribute(one) for one in shown if one.target.table == table)
        gain = 0.2 if asks_people and entity is not None and entity.is_person else 0.05
        yield BusinessQuery(table, outputs=(EntityRow(table), *outputs), score=subjects.score + gain)


def _names_one(subjects: QuestionSubjects) -> bool:
    return any(link.target.kind is LinkKind.VALUE for link in subjects.parts.conditions)


def _is_beside(subjects: QuestionSubjects, link: WordLink, other: WordLink) -> bool:
    """`contacts with their company`: shown beside it."""
    between = {token.lemma for token in subjects.parts.tokens[link.end : other.start]}
    return other.start > link.end and bool(between & _BESIDE)


def _attribute(link: WordLink) -> Attribute:
    return Attribute(link.target.table, link.target.column)


def _people(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    for table in dict.fromkeys((*subjects.events, *subjects.tables, *subjects.implied_tables)):
        for participant in subjects.participants(table):
            yield BusinessQuery(table, outputs=(participant,), is_distinct=True, score=subjects.score + 0.15)


def _times(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    for table in (*subjects.tables, *subjects.implied_tables)[:1]:
        if day := subjects.model.main_date(table):
            yield BusinessQuery(table, outputs=(Attribute(table, day.column),), score=subjects.score + 0.2)
