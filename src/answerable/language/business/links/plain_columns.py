"""Columns that are neither figure, date, state nor something to group by, and that people ask for all the same: the
phone number, the address, the remarks."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.kernel.schema import DatabaseSchema, Kind
from answerable.language.business.links.business_words import named_entries
from answerable.language.business.links.word_targets import LexiconEntry, LinkKind, WordTarget
from answerable.semantics import SemanticModel
from answerable.semantics.semantic_labels import SemanticLabels

__all__ = ["empty_texts", "plain_column_entries"]

_WEIGHT = 0.9
_OFTEN_NUMBERED = frozenset(("phone", "telephone", "mobile", "fax", "account", "passport", "serial", "licence", "tax"))


def plain_column_entries(schema: DatabaseSchema, model: SemanticModel) -> Iterator[LexiconEntry]:
    meant = set(_meant(model))
    labels = SemanticLabels(model)
    for table, column in schema.columns():
        name = table.qualified, column.name
        if name not in meant and column.kind is Kind.TEXT and not table.is_view:
            target = WordTarget(LinkKind.DIMENSION, *name, empty_texts(schema, *name))
            label = labels.column(*name)
            yield from ((phrase, target, score * _WEIGHT) for phrase, target, score in named_entries(label, target))
            if label in _OFTEN_NUMBERED:
                yield (label, "number"), target, _WEIGHT


def empty_texts(schema: DatabaseSchema, table: str, column: str) -> tuple[str, ...]:
    """How the column writes that there is nothing, where it does not leave it out."""
    found = schema.table(table)
    known = found.column(column) if found else None
    return ("",) if known and ("" in known.common_values or "" in known.cells) else ()


def _meant(model: SemanticModel) -> Iterator[tuple[str, str]]:
    """Columns that have a part in the model."""
    yield from ((one.table, one.column) for one in model.dimensions)
    yield from ((one.table, one.column) for one in model.dates)
    yield from ((one.table, one.column) for one in model.measures)
    yield from ((one.table, one.column) for one in model.flags)
    for relationship in model.relationships:
        yield from ((relationship.table, column) for column in relationship.columns)
    for entity in model.entities:
        if not entity.is_technical:
            yield from ((entity.table, column) for column in entity.key)
