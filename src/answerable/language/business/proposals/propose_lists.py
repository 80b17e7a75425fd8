"""Questions for rows and what is known of them: lists, look-ups, who and when."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import Attribute, BusinessQuery, EntityRow, Output
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.parts.question_subjects import QuestionSubjects, place_of
from answerable.language.business.proposals.asked_beside import asked_beside, days_of

__all__ = ["propose_lists"]

_BESIDE = frozenset({"with", "and", "their", "together", "including", "incl", ","})


def propose_lists(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    shown = _shown(subjects)
    heads = subjects.parts.grouped[:1] if subjects.parts.lists_each else ()
    for link in (*heads, *subjects.parts.things[: 2 - len(heads)]):
        if link.target.kind in (LinkKind.ENTITY, LinkKind.ROLE):
            yield from _rows(subjects, link, shown)
    if not subjects.parts.things and shown:
        outputs = tuple(_attribute(one) for one in shown)
        yield BusinessQuery(shown[0].target.table, outputs=outputs, is_distinct=True, score=subjects.score + 0.1)
    yield from _implied_rows(subjects, shown)
    if subjects.parts.cues.has("who"):
        yield from _people(subjects)
    if any(not subjects.parts.is_beside(span.start) for span in subjects.parts.cues.all("when")):
        yield from _times(subjects)


def _shown(subjects: QuestionSubjects) -> list[WordLink]:
    parts = subjects.parts
    named = [link for link in (*parts.attributes, *parts.measures) if link.target.kind is not LinkKind.DERIVED]
    shown = {link.target: link for link in parts.untested(named) if not parts.is_negated(link)}
    return sorted(shown.values(), key=lambda link: link.start)


def _rows(subjects: QuestionSubjects, link: WordLink, shown: list[WordLink]) -> Iterator[BusinessQuery]:
    table, via = place_of(link)
    outputs = tuple(_attribute(one) for one in shown if one.start > link.start or one.target.table == table)
    others = tuple(EntityRow(*place_of(one)) for one in subjects.parts.things if _is_beside(subjects, link, one))
    gain = 0.3 if outputs and _names_one(subjects) else 0.2
    rows = (EntityRow(table), *others)
    yield BusinessQuery(table, outputs=_once(subjects, rows, outputs), score=subjects.score + gain)
    if outputs:
        gain = 0.2 if _names_one(subjects) else 0.0
        yield BusinessQuery(table, outputs=outputs, score=subjects.score + gain)
    for event in subjects.events_over(table):
        row = EntityRow(table, via)
        once = _once(subjects, (row,), outputs)
        gain = 0.1 if not subjects.parts.cues.has("none") else -0.3
        yield BusinessQuery(event, outputs=once, is_distinct=True, score=subjects.score + gain)


def _implied_rows(subjects: QuestionSubjects, shown: list[WordLink]) -> Iterator[BusinessQuery]:
    """`who left in 2025`, `which are open`: the rows that the condition speaks of."""
    asks_people = subjects.parts.cues.has("who")
    for table in subjects.implied_tables[:3]:
        entity = subjects.model.entity(table)
        outputs = tuple(_attribute(one) for one in shown if one.target.table == table)
        gain = 0.2 if asks_people and entity is not None and entity.is_person else 0.05
        rows = _once(subjects, (EntityRow(table),), outputs)
        yield BusinessQuery(table, outputs=rows, score=subjects.score + gain)


def _once(
    subjects: QuestionSubjects, rows: tuple[EntityRow, ...], outputs: tuple[Attribute, ...]
) -> tuple[Output, ...]:
    """Rows, what is named of them and what is asked for beside them; a name that shows the row is not shown twice."""
    display = {
        (row.table, column)
        for row in rows
        if (entity := subjects.model.entity(row.table)) is not None
        for column in entity.display
    }
    named = [one for one in outputs if (one.table, one.column) not in display]
    table = rows[0].table
    beside = asked_beside(subjects, table)
    return tuple(dict.fromkeys((*rows, *named, *(beside or (() if named else _told_apart(subjects, table))))))


def _told_apart(subjects: QuestionSubjects, table: str) -> Iterator[Attribute]:
    """What happened has no name: its number alone tells a person nothing, its day and what it is worth do."""
    entity = subjects.model.entity(table)
    if entity is not None and entity.display in ((), entity.key) and not entity.is_view:
        days = [day.column for day in subjects.model.dates if day.table == table and day.is_main]
        worth = [figure.column for figure in subjects.natural_figures(table)[:1] if figure.column]
        yield from (Attribute(table, column) for column in (*days, *worth))


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
        if days := days_of(subjects, table):
            outputs = tuple(dict.fromkeys((*days, *asked_beside(subjects, table))))
            yield BusinessQuery(table, outputs=outputs, score=subjects.score + 0.2)
