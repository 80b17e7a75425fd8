"""Filters on the many side of a question about things: such rows exist, none exist, or one exists for each value."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from answerable.language.linking.column_traits import clock
from answerable.language.linking.join_path import JoinGraph
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.query_model.filled_query import Absence, Filter, Having, Measure, Query
from answerable.sql.column_ref import ColumnRef

__all__ = ["existing"]

_OPPOSITE = {"ne": "eq", "not_in": "in", "fails": "meets"}


def existing(query: Query, both: bool, graph: JoinGraph, index: SchemaIndex) -> Query:
    """`bought Kitchen but not Garden products` speaks of a customer's purchases, not of one row that is both."""
    computed = any(m.columns or m.definition or m.table != query.root for m in query.measures)
    if computed or query.dimensions:
        return query
    kept: list[Filter] = []
    absences = list(query.absences)
    for filter_ in query.filters:
        result = _absences(filter_, both, index) if _many(query, filter_.ref, graph) else ()
        absences += result
        kept += [] if result else [filter_]
    happened = [ref for ref in query.columns if _tells_when(query, ref, graph, index)]
    absences += [Absence(ref.table, present=True) for ref in happened if ref.table not in {a.table for a in absences}]
    shown = tuple(ref for ref in query.columns if ref not in happened)
    changed = replace(query, filters=tuple(kept), absences=tuple(absences), columns=shown)
    return _all_values(changed) if both and changed.columns else changed


def _tells_when(query: Query, ref: ColumnRef, graph: JoinGraph, index: SchemaIndex) -> bool:
    """`customers who returned a product`: a moment on the many side says that it happened."""
    return clock(index.column(ref.table, ref.name)) is not None and _many(query, ref, graph)


def _many(query: Query, ref: ColumnRef, graph: JoinGraph) -> bool:
    path = graph.path(query.root, ref.table, query.hints)
    return bool(path) and any(step.multiplies for step in path or ())


def _absences(filter_: Filter, both: bool, index: SchemaIndex) -> tuple[Absence, ...]:
    table = filter_.ref.table
    if any(isinstance(value, ColumnRef) for value in filter_.values):
        return ()
    if filter_.op in _OPPOSITE:
        return (Absence(table, filters=(replace(filter_, op=_OPPOSITE[filter_.op]),)),)
    if filter_.op == "in" and both:
        each = (Filter(filter_.ref, "eq", (value,)) for value in filter_.values)
        return tuple(Absence(table, present=True, filters=(one,)) for one in each)
    if filter_.op in ("null", "not_null") and not index.column(table, filter_.ref.name).nullable:
        return (Absence(table, present=filter_.op == "not_null"),)
    return ()


def _all_values(query: Query) -> Query:
    """`titles that exist in both Oslo and Madrid`: what is listed must meet every value."""
    wanted = next((f for f in query.filters if f.op == "in"), None)
    if wanted is None:
        return query
    met = Measure("count_distinct", wanted.ref.table, (wanted.ref.name,))
    return replace(query, having=(Having(met, "eq", (Decimal(len(wanted.values)),)),), distinct=False)
