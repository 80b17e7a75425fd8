"""Expressions of an OSI document.

OSI knows no dialect of SQLite, DuckDB, PostgreSQL or MySQL. What is standard SQL is written as `ANSI_SQL`; what only
the source's own engine can compute goes into an extension, with the engine's name.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from sqlglot import exp

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Table
from answerable.semantics.measure_expressions import derived_expression, measure_expression
from answerable.semantics.semantic_model import BusinessMeasure, DerivedMeasure, RowCondition, SemanticModel

__all__ = ["MeasuredField", "condition_text", "extension", "in_standard_sql", "measured_fields", "unique_name"]

_STANDARD = (
    *(exp.Column, exp.Identifier, exp.Literal, exp.Paren, exp.Mul, exp.Div, exp.Add, exp.Sub, exp.Neg, exp.Coalesce),
    *(exp.Sum, exp.Avg, exp.Min, exp.Max, exp.Count, exp.Distinct, exp.In, exp.Is, exp.Not, exp.Null, exp.Like),
)
"""What every engine reads alike."""


@dataclass(frozen=True, slots=True)
class MeasuredField:
    """A figure of a row: a column as it is, or what is computed from columns."""

    name: str
    measure: BusinessMeasure | DerivedMeasure
    tree: exp.Expr
    """In the engine's dialect."""
    is_plain: bool
    """The column as it is; it is a field already."""
    is_standard: bool


def measured_fields(model: SemanticModel, table: Table) -> tuple[MeasuredField, ...]:
    """Ages are left out: they need today's date."""
    taken = {column.name.casefold() for column in table.columns}
    return tuple(_measured(model, measure, taken) for measure in _measures(model, table.qualified))


def _measures(model: SemanticModel, table: str) -> Iterator[BusinessMeasure | DerivedMeasure]:
    yield from model.measures_of(table)
    yield from (one for one in model.derived_of(table) if one.kind != "age")


def _measured(model: SemanticModel, measure: BusinessMeasure | DerivedMeasure, taken: set[str]) -> MeasuredField:
    if isinstance(measure, BusinessMeasure):
        tree = measure_expression(model, measure)
    else:
        tree = derived_expression(model, measure, date.min)
    is_plain = isinstance(tree, exp.Column)
    name = tree.name if is_plain else unique_name(measure.label, taken, measure.unit or measure.kind)
    return MeasuredField(name, measure, tree, is_plain, all(isinstance(node, _STANDARD) for node in tree.walk()))


def unique_name(words: str, taken: set[str], more: str) -> str:
    """Words as one name; with `more` behind it, then with a number, where it is taken."""
    base = "_".join(words.split())
    numbered = (f"{base}_{number}" for number in range(2, len(taken) + 3))
    options = (base, f"{base}_{'_'.join(more.split())}", *numbered)
    name = next(one for one in options if one.casefold() not in taken)
    taken.add(name.casefold())
    return name


def in_standard_sql(tree: exp.Expr) -> dict[str, Any]:
    """An OSI expression."""
    return {"dialects": [{"dialect": "ANSI_SQL", "expression": tree.sql()}]}


def condition_text(condition: RowCondition) -> str:
    column = exp.column(condition.column, quoted=True)
    values = [exp.convert(value) for value in condition.values]
    match condition.operator:
        case "is_null":
            return exp.Is(this=column, expression=exp.Null()).sql()
        case "is_not_null":
            return exp.Not(this=exp.Is(this=column, expression=exp.Null())).sql()
        case "starts_with":
            starts = [exp.Like(this=column, expression=exp.convert(f"{value}%")) for value in condition.values]
            return exp.or_(*starts).sql()
    return exp.In(this=column, expressions=values).sql()


def extension(said: Mapping[str, Any]) -> list[dict[str, str]]:
    """What OSI has no field for, under a name of its own."""
    data = json.dumps({"answerable": said}, ensure_ascii=False, sort_keys=True)
    return [{"vendor_name": "COMMON", "data": data}] if said else []
