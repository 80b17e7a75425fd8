"""An Open Semantic Interchange document of semantic models: the core specification's fields and no others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.schema import DatabaseSchema, Table
from answerable.semantics.interchange.osi_expressions import (
    MeasuredField,
    condition_text,
    extension,
    measured_fields,
    unique_name,
)
from answerable.semantics.interchange.osi_fields import ai_context, fields_of
from answerable.semantics.interchange.osi_metrics import metrics_of
from answerable.semantics.interchange.yaml_text import yaml_text
from answerable.semantics.semantic_model import Entity, Relationship, SemanticModel

__all__ = ["OSI_VERSION", "ModelledSource", "osi_document", "osi_text"]

OSI_VERSION = "0.1.1"
"""Of the core specification: its released version."""
_OF_ONE_TABLE = (
    *("entities", "events", "dates", "measures", "derived", "flags", "statuses", "dimensions", "decodings"),
    *("exclusions", "hidden_types"),
)


@dataclass(frozen=True)
class ModelledSource:
    """A source's schema with the model that was inferred from it."""

    name: str
    model: SemanticModel
    schema: DatabaseSchema

    @cached_property
    def datasets(self) -> dict[str, str]:
        """Table → the name of its dataset: the table's own where no other has it."""
        taken: set[str] = set()
        return {one.qualified: unique_name(one.name, taken, one.namespace or "table") for one in self.schema.tables}

    @cached_property
    def parts(self) -> dict[str, SemanticModel]:
        """Table → the model of that table alone: in a source of a thousand tables nobody looks through all of it."""
        found: dict[str, dict[str, list[Any]]] = {table.qualified: defaultdict(list) for table in self.schema.tables}
        for group in _OF_ONE_TABLE:
            for one in getattr(self.model, group):
                found[one.table][group].append(one)
        return {table: self._part(groups) for table, groups in found.items()}

    def _part(self, groups: dict[str, list[Any]]) -> SemanticModel:
        given: dict[str, Any] = {group: tuple(items) for group, items in groups.items()}
        return SemanticModel(dialect=self.model.dialect, fingerprint=self.model.fingerprint, **given)

    @cached_property
    def measured(self) -> dict[str, tuple[MeasuredField, ...]]:
        return {table.qualified: measured_fields(self.parts[table.qualified], table) for table in self.schema.tables}


def osi_text(sources: Iterable[ModelledSource], language: str = "en") -> str:
    """YAML, the same bytes for the same models."""
    return yaml_text(osi_document(sources, language))


def osi_document(sources: Iterable[ModelledSource], language: str = "en") -> dict[str, Any]:
    """As plain values. A source without tables is left out: a model needs a dataset."""
    models = [_semantic_model(source, language) for source in sources if source.schema.tables]
    return {"version": OSI_VERSION, "semantic_model": models}


def _semantic_model(source: ModelledSource, language: str) -> dict[str, Any]:
    return {
        "name": source.name,
        "datasets": [_dataset(source, table, language) for table in source.schema.tables],
        "relationships": list(_relationships(source, language)),
        "metrics": list(_metrics(source, language)),
        "custom_extensions": extension({"dialect": source.model.dialect, "fingerprint": source.model.fingerprint}),
    }


def _dataset(source: ModelledSource, table: Table, language: str) -> dict[str, Any]:
    name = table.qualified
    model = source.parts[name]
    entity = model.entity(name)
    dataset: dict[str, Any] = {
        "name": source.datasets[name],
        "source": name,
        "primary_key": list(entity.key if entity else table.primary_key),
    }
    if table.comment:
        dataset["description"] = table.comment
    nouns = (entity.noun, entity.plural, entity.native) if entity else ()
    dataset["ai_context"] = ai_context(nouns, _instructions(model, name, entity), language)
    dataset["fields"] = fields_of(model, table, source.measured[name], language)
    dataset["custom_extensions"] = extension(_own_words(source, name, entity))
    return dataset


def _instructions(model: SemanticModel, table: str, entity: Entity | None) -> Iterator[CodedMessage]:
    for event in (one for one in model.events if one.table == table):
        verbs = ", ".join(event.verbs)
        yield msg("osi.happens", date=event.main_date or event.date_from or "", verbs=verbs)
    if entity and entity.view_of:
        yield msg("osi.view_of", tables=", ".join(entity.view_of))
    for one in model.exclusions_of(table):
        condition = condition_text(one.condition)
        if one.applies_to != "all":
            yield msg("osi.left_out_of_sums", condition=condition)
        else:
            yield msg("osi.left_out", condition=condition)


def _own_words(source: ModelledSource, table: str, entity: Entity | None) -> dict[str, Any]:
    """How a row is shown, how sure its noun is, and figures of several columns that standard SQL cannot compute."""
    dialect = source.model.dialect
    computed = {
        one.name: one.tree.sql(dialect=dialect)
        for one in source.measured[table]
        if not one.is_standard and not hasattr(one.measure, "column")
    }
    shown = {"display": list(entity.display), "probability": entity.probability} if entity else {}
    return {**shown, **({"dialect": dialect, "expressions": computed} if computed else {})}


def _relationships(source: ModelledSource, language: str) -> Iterator[dict[str, Any]]:
    """Without those into a table of all codes: they hold for some of its rows only, which OSI cannot say."""
    taken: set[str] = set()
    for one in source.model.relationships:
        if one.condition or not one.target_columns or one.target not in source.datasets:
            continue
        start, end = source.datasets[one.table], source.datasets[one.target]
        yield {
            "name": unique_name(f"{start} {' '.join(one.columns)} to {end}", taken, " ".join(one.target_columns)),
            "from": start,
            "to": end,
            "from_columns": list(one.columns),
            "to_columns": list(one.target_columns),
            "ai_context": ai_context([one.role], (), language),
            "custom_extensions": extension(_evidence(one)),
        }


def _evidence(one: Relationship) -> dict[str, Any]:
    return {"probability": one.probability, "provenance": one.provenance}


def _metrics(source: ModelledSource, language: str) -> Iterator[dict[str, Any]]:
    taken: set[str] = set()
    for entity in source.model.entities:
        name = entity.table
        yield from metrics_of(entity, source.datasets[name], source.measured[name], taken, language)
