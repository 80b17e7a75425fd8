"""The fields of a dataset: every column, then what is computed from several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sqlglot import exp

from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.schema import Column, Table
from answerable.semantics.interchange.osi_expressions import MeasuredField, extension, in_standard_sql
from answerable.semantics.semantic_model import BusinessMeasure, DateRole, SemanticModel

__all__ = ["ai_context", "fields_of"]

_MOST_CODES = 50


def fields_of(model: SemanticModel, table: Table, measured: Iterable[MeasuredField], language: str) -> list[Any]:
    computed = [one for one in measured if not one.is_plain]
    own = [_field(model, table, column, computed, language) for column in table.columns]
    return own + [_computed(one, language) for one in computed if one.is_standard]


def ai_context(synonyms: Iterable[str], instructions: Iterable[CodedMessage], language: str) -> dict[str, Any]:
    said = " ".join(one.render(language) for one in instructions)
    context: dict[str, Any] = {"instructions": said} if said else {}
    named = list(dict.fromkeys(filter(None, synonyms)))
    return {**context, "synonyms": named} if named else context


def _field(
    model: SemanticModel, table: Table, column: Column, computed: Iterable[MeasuredField], language: str
) -> dict[str, Any]:
    name, date = table.qualified, _date(model, table.qualified, column.name)
    labels = (label for label in _labels(model, name, column.name) if label.casefold() != column.name.casefold())
    field: dict[str, Any] = {
        "name": column.name,
        "expression": in_standard_sql(exp.column(column.name, quoted=True)),
        "dimension": {"is_time": True} if date or column.kind.is_date else {},
    }
    if column.comment:
        field["description"] = column.comment
    field["ai_context"] = ai_context(labels, _instructions(model, name, column.name, date), language)
    field["custom_extensions"] = extension(_reading(model, column, computed))
    return field


def _date(model: SemanticModel, table: str, column: str) -> DateRole | None:
    return next((one for one in model.dates if (one.table, one.column) == (table, column)), None)


def _labels(model: SemanticModel, table: str, column: str) -> Iterator[str]:
    for group in (model.measures, model.flags, model.statuses, model.dimensions, model.dates):
        yield from (one.label for one in group if (one.table, one.column) == (table, column))


def _instructions(model: SemanticModel, table: str, column: str, date: DateRole | None) -> Iterator[CodedMessage]:
    if hidden := model.hidden_type(table, column):
        yield msg("osi.hidden_type", kind=hidden.kind, format=f"{hidden.format} {hidden.currency}".rstrip())
    if date:
        yield msg("osi.date_tells", role=date.role)
        if date.null_means_open:
            yield msg("osi.empty_while_open")
    for measure in (one for one in model.measures_of(table) if one.column == column and one.unit):
        yield _unit(measure)
    for flag in (one for one in model.flags_of(table) if one.column == column):
        yield msg("osi.flag", label=flag.label, yes=_listed(flag.yes), no=_listed(flag.no))
    for code in (one for one in model.decodings if (one.table, one.column) == (table, column)):
        yield msg("osi.codes", codes=", ".join(f"{key}: {text}" for key, text in code.meanings[:_MOST_CODES]))
    for status in (one for one in model.statuses if (one.table, one.column) == (table, column) and one.states):
        yield msg("osi.states", states="; ".join(f"{state}: {', '.join(values)}" for state, values in status.states))


def _unit(measure: BusinessMeasure) -> CodedMessage:
    if measure.scale == 1:
        return msg("osi.unit", unit=measure.unit)
    return msg("osi.scaled_unit", unit=measure.unit, scale=f"{measure.scale:g}")


def _listed(values: Iterable[str | int]) -> str:
    return ", ".join(map(str, values))


def _reading(model: SemanticModel, column: Column, computed: Iterable[MeasuredField]) -> dict[str, Any]:
    """How the source's engine computes the figure in this column, where standard SQL cannot."""
    for one in computed:
        is_own = isinstance(one.measure, BusinessMeasure) and one.measure.column == column.name
        if is_own and not one.is_standard:
            return {"dialect": model.dialect, "expression": one.tree.sql(dialect=model.dialect), "field": one.name}
    return {}


def _computed(one: MeasuredField, language: str) -> dict[str, Any]:
    unit = [msg("osi.unit", unit=one.measure.unit)] if one.measure.unit else []
    return {
        "name": one.name,
        "expression": in_standard_sql(one.tree),
        "ai_context": ai_context([one.measure.label], unit, language),
        "custom_extensions": extension({"probability": one.measure.probability}),
    }
