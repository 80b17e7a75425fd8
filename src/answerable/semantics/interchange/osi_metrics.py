"""Metrics of an OSI document: aggregates over fields of its datasets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlglot import exp

from answerable.kernel.messages import msg
from answerable.semantics.interchange.osi_expressions import MeasuredField, extension, in_standard_sql, unique_name
from answerable.semantics.interchange.osi_fields import ai_context
from answerable.semantics.semantic_model import Entity

__all__ = ["metrics_of"]

_AGGREGATES: dict[str, tuple[str, type[exp.AggFunc]]] = {
    "sum": ("total", exp.Sum),
    "avg": ("average", exp.Avg),
    "min": ("smallest", exp.Min),
    "max": ("largest", exp.Max),
}


def metrics_of(
    entity: Entity, dataset: str, measured: tuple[MeasuredField, ...], taken: set[str], language: str
) -> Iterator[dict[str, Any]]:
    """How many rows there are, and each figure by the aggregate that suits it best; none over a view, whose rows are
    another table's."""
    if entity.is_view or entity.is_technical:
        return
    if len(entity.key) == 1 and not entity.is_code_table and not entity.is_bridge:
        key = exp.column(entity.key[0], table=dataset, quoted=True)
        words = f"number of {entity.plural}"
        yield _metric(unique_name(words, taken, dataset), exp.Count(this=key), words, "", entity.probability, language)
    for one in measured:
        best = next((name for name in one.measure.aggregations if name in _AGGREGATES), None)
        if best and (one.is_standard or one.is_plain):
            word, aggregate = _AGGREGATES[best]
            tree = aggregate(this=exp.column(one.name, table=dataset, quoted=True))
            words = f"{word} {one.measure.label}"
            name = unique_name(words, taken, f"of {entity.plural}")
            yield _metric(name, tree, words, one.measure.unit, one.measure.probability, language)


def _metric(name: str, tree: exp.Expr, words: str, unit: str, probability: float, language: str) -> dict[str, Any]:
    said = [msg("osi.unit", unit=unit)] if unit else []
    return {
        "name": name,
        "expression": in_standard_sql(tree),
        "ai_context": ai_context([words], said, language),
        "custom_extensions": extension({"probability": probability}),
    }
