"""Tables whose rows happen at a time: with their date, who takes part in which role, and the verbs people use."""

from __future__ import annotations

from collections.abc import Mapping

from answerable.naming.inflection import lemma
from answerable.semantics.column_facts import SourceFacts, TableFacts
from answerable.semantics.identifier_words import name_parts
from answerable.semantics.meaning_words import word_data
from answerable.semantics.semantic_model import (
    BusinessEvent,
    BusinessMeasure,
    Clue,
    DateRole,
    Entity,
    Participant,
    Relationship,
)

__all__ = ["find_events"]

_LEAST = 0.5
_NEVER_MAIN = ("born", "changed", "expires", "deleted")


def find_events(
    source: SourceFacts,
    entities: tuple[Entity, ...],
    relationships: tuple[Relationship, ...],
    dates: tuple[DateRole, ...],
    measures: tuple[BusinessMeasure, ...],
) -> tuple[BusinessEvent, ...]:
    by_name = {entity.table: entity for entity in entities}
    main = {date.table: date for date in dates if date.is_main}
    measured = {measure.table for measure in measures if measure.kind in ("amount", "quantity", "duration")}
    own: dict[str, list[Relationship]] = {}
    for one in relationships:
        own.setdefault(one.table, []).append(one)
    dated = [
        event
        for table in source.tables.values()
        if (event := _dated(table, by_name, own.get(table.name, []), main.get(table.name), table.name in measured))
    ]
    happening = {event.table: event for event in dated}
    lines = [
        event
        for table in source.tables.values()
        if table.name not in happening
        if (event := _line(table, by_name, own.get(table.name, []), happening, table.name in measured))
    ]
    return (*dated, *lines)


def _dated(
    table: TableFacts, entities: Mapping[str, Entity], own: list[Relationship], date: DateRole | None, has_measure: bool
) -> BusinessEvent | None:
    entity = entities[table.name]
    if date is None or date.role in _NEVER_MAIN or entity.is_view or entity.is_technical or entity.is_code_table:
        return None
    verbs = _verbs(entity.noun)
    score = 0.2 + (0.4 if verbs else 0.0) + 0.12 * min(3, len(own)) + (0.1 if has_measure else 0.0)
    score += 0.2 if entity.display in ((), entity.key) else 0.0
    first = name_parts(table.table.name)[0]
    score += 0.3 if first in ("fact", "fct") else -0.4 if first == "dim" else 0.0
    score -= 0.5 if entity.is_person else 0.0
    score -= 0.25 if date.role == "joined" or date.null_means_open else 0.0
    score -= 0.3 if entity.display and entity.display != entity.key and not verbs else 0.0
    if score < _LEAST:
        return None
    clues = [Clue("has_date", (("column", date.column),)), Clue("participants", (("count", len(own)),))]
    clues += [Clue("event_noun", (("noun", entity.noun),))] if verbs else []
    return BusinessEvent(
        table=table.name,
        noun=entity.noun,
        main_date=date.column,
        participants=_participants(own, entities),
        verbs=tuple(dict.fromkeys((*verbs, *(date.verbs if date.role != "created" or not verbs else ())))),
        probability=round(min(0.97, score), 3),
        clues=tuple(clues),
    )


def _line(
    table: TableFacts,
    entities: Mapping[str, Entity],
    own: list[Relationship],
    happening: Mapping[str, BusinessEvent],
    has_measure: bool,
) -> BusinessEvent | None:
    """Lines of an order: they happen when it does."""
    entity = entities[table.name]
    parents = [one for one in own if one.target in happening and one.target != table.name and not one.is_optional]
    if not parents or entity.is_view or entity.is_technical or entity.is_person or not has_measure:
        return None
    parent = happening[parents[0].target]
    return BusinessEvent(
        table=table.name,
        noun=entity.noun,
        main_date=None,
        date_from=parent.table,
        participants=_participants(own, entities),
        verbs=_verbs(entity.noun) or parent.verbs,
        probability=round(0.85 * parent.probability, 3),
        clues=(Clue("part_of_event", (("table", parent.table),)),),
    )


def _verbs(noun: str) -> tuple[str, ...]:
    """By the noun or its last words that are known: "service job" is a job."""
    nouns: dict[str, list[str]] = word_data("event_verbs")["nouns"]
    words = noun.split()
    if words and words[-1] in ("line", "item", "detail", "type", "code", "status", "reason", "kind", "method"):
        return ()
    for start in range(len(words)):
        found = nouns.get(" ".join(words[start:])) or nouns.get(" ".join([*words[start:-1], lemma(words[-1])]))
        if found:
            return tuple(found)
    return ()


def _participants(own: list[Relationship], entities: Mapping[str, Entity]) -> tuple[Participant, ...]:
    return tuple(
        Participant(
            role=one.role,
            table=one.target,
            columns=one.columns,
            is_person=entities[one.target].is_person if one.target in entities else False,
            probability=one.probability,
        )
        for one in own
        if not one.condition and not (one.target in entities and entities[one.target].is_code_table)
    )
