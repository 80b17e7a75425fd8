"""What a question asks for beside its rows: `… and when`, `… and where`, `: who, when, how much`."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import Attribute, EntityRow, Output
from answerable.language.business.parts.question_subjects import QuestionSubjects
from answerable.language.business.parts.shape_phrases import shape_words
from answerable.naming.inflection import lemma
from answerable.semantics import Relationship

__all__ = ["asked_beside", "days_of", "places_of"]


def asked_beside(subjects: QuestionSubjects, table: str) -> tuple[Output, ...]:
    """Of the rows of this table."""
    found: list[Output] = []
    for meaning, outputs in (("who", _people), ("when", days_of), ("where", places_of), ("sum", _amounts)):
        spans = [span for span in subjects.parts.cues.all(meaning) if subjects.parts.is_beside(span.start)]
        if any(meaning != "sum" or _asks_how_much(subjects, span.start) for span in spans):
            found += outputs(subjects, table)
    return tuple(dict.fromkeys(found))


def _asks_how_much(subjects: QuestionSubjects, at: int) -> bool:
    return subjects.parts.tokens[at].text.casefold() == "how" and not subjects.parts.measures


def _people(subjects: QuestionSubjects, table: str) -> list[Output]:
    for one in subjects.model.relationships_of(table):
        entity = subjects.model.entity(one.target)
        if entity is not None and entity.is_person:
            return [EntityRow(one.target, one.columns)]
    return []


def days_of(subjects: QuestionSubjects, table: str) -> list[Output]:
    """The day on which the rows came into the state that is asked about, else their own."""
    days = {day.column for day in subjects.model.dates if day.table == table}
    said = [link.target for link in (*subjects.parts.dated, *subjects.parts.conditions)]
    named = [one.column for one in said if one.table == table and one.column in days]
    day = subjects.date_of(table)
    found = named or ([day.column] if day is not None and day.table == table else [])
    return [Attribute(table, column) for column in found[:1]]


def places_of(subjects: QuestionSubjects, table: str) -> list[Output]:
    """The row's own place; else what it belongs to and that has one."""
    if own := _place_columns(subjects, table):
        return [Attribute(table, column) for column in own[:2]]
    parents = [one for one in subjects.model.relationships_of(table) if _place_columns(subjects, one.target)]
    parents += [one for one in subjects.model.relationships_of(table) if _is_place(subjects, one)]
    things = [one for one in parents if (entity := subjects.model.entity(one.target)) and not entity.is_person]
    return [EntityRow(one.target, one.columns) for one in things[:1]]


def _is_place(subjects: QuestionSubjects, one: Relationship) -> bool:
    """By what it is called: a port, a branch, a room."""
    entity = subjects.model.entity(one.target)
    words = {*one.role.split(), *(entity.noun.split() if entity else ())}
    return bool({(lemma(word),) for word in words} & shape_words("place"))


def _place_columns(subjects: QuestionSubjects, table: str) -> list[str]:
    return [one.column for one in subjects.model.dimensions if one.table == table and one.kind == "place"]


def _amounts(subjects: QuestionSubjects, table: str) -> Iterator[Output]:
    named = [figure.column for figure in subjects.natural_figures(table) if figure.column]
    prices = [one.column for one in subjects.model.measures_of(table) if one.kind == "price"]
    yield from (Attribute(table, column) for column in (*named, *prices)[:1])
