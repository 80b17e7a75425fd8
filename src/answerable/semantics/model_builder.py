"""The semantic model of a schema: a pure function of the schema's value, the same in every process."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from answerable.kernel.schema import DatabaseSchema
from answerable.semantics.business_events import find_events
from answerable.semantics.code_tables import find_decodings, relationships_of_decodings
from answerable.semantics.column_facts import SourceFacts, gather_facts
from answerable.semantics.date_roles import find_dates
from answerable.semantics.derived_measures import find_derived
from answerable.semantics.dimensions import find_dimensions, find_hierarchies
from answerable.semantics.entities import find_entities
from answerable.semantics.exclusions import find_exclusions
from answerable.semantics.measures import find_measures
from answerable.semantics.relationships import find_relationships
from answerable.semantics.row_flags import find_flags, find_statuses
from answerable.semantics.semantic_model import SemanticModel, Unknown

__all__ = ["build_semantics"]

_GATHERED = 0.15
_RELATED = 0.85
"""Shares of the work that are done once facts are gathered and relationships found."""


def build_semantics(schema: DatabaseSchema, tell: Callable[[float], None] = lambda _: None) -> SemanticModel:
    """From what there is: without rows names and types must do, and `unknown` says what could not be told. `tell` hears
    which share of the work is done."""
    source = gather_facts(schema)
    tell(_GATHERED)
    relationships = find_relationships(source, lambda share: tell(_GATHERED + (_RELATED - _GATHERED) * share))
    decodings = find_decodings(source, relationships)
    relationships = (*relationships, *relationships_of_decodings(decodings))
    entities = find_entities(source, relationships)
    dates = find_dates(source)
    flags = find_flags(source)
    statuses = find_statuses(source, decodings)
    measures = find_measures(source, relationships)
    dimensions = find_dimensions(source, relationships)
    return SemanticModel(
        dialect=schema.dialect,
        fingerprint=schema.fingerprint,
        entities=entities,
        relationships=relationships,
        events=find_events(source, entities, relationships, dates, measures),
        dates=dates,
        measures=measures,
        derived=find_derived(source, measures, dates),
        flags=flags,
        statuses=statuses,
        dimensions=dimensions,
        decodings=decodings,
        hierarchies=find_hierarchies(source, dimensions, relationships),
        exclusions=find_exclusions(source, entities, flags, statuses, dates, relationships),
        hidden_types=tuple(facts.hidden for _, facts in source.each_column() if facts.hidden),
        unknown=tuple(_unknown(source)),
    )


def _unknown(source: SourceFacts) -> Iterator[Unknown]:
    for table in source.tables.values():
        if table.table.is_view:
            continue
        if not any(facts.seen for facts in table.columns):
            yield Unknown(table.name, "", "no_rows" if table.table.row_estimate == 0 else "rows_not_seen")
            continue
        for facts in table.columns:
            if facts.is_empty:
                yield Unknown(table.name, facts.name, "only_null")
            elif not facts.seen and not facts.column.sensitive:
                yield Unknown(table.name, facts.name, "values_not_seen")
            elif facts.hidden and facts.hidden.unreadable:
                yield Unknown(table.name, facts.name, "some_values_unreadable")
