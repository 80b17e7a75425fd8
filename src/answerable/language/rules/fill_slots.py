"""The stage that fills: a sketch → whole queries, one option chosen for each slot, the best choice first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

from sqlglot import exp

from answerable.kernel.light_dataclass import dataclass
from answerable.language.linking.column_traits import labels
from answerable.language.linking.join_path import JoinGraph
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.query.build_sql import Builder
from answerable.language.query.defined_figures import fits
from answerable.language.query.existence import existing
from answerable.language.query.join_rows import Joiner, NoJoinPath
from answerable.language.query_model.filled_query import (
    Absence,
    Dimension,
    Filter,
    Having,
    Measure,
    OrderTerm,
    Query,
    Window,
)
from answerable.language.rules.leftovers import dropped_parts
from answerable.language.rules.place_dates import Dater
from answerable.language.rules.place_windows import place_window
from answerable.language.rules.query_shapes import Shaper, table_of
from answerable.language.rules.sketch import Sketch
from answerable.language.rules.slot_options import Option, Options
from answerable.language.rules.slots import Slot, slots
from answerable.sql.column_ref import ColumnRef

__all__ = ["Filled", "Filler"]

_MOST_CHOICES = 192
_NAMED_TABLE, _PER_JOIN, _REPEATED, _RIVAL = 0.12, 0.06, 0.5, 0.1
_ONE_GROUP = 0.15


@dataclass(frozen=True, slots=True)
class Filled:
    query: Query
    tree: exp.Select
    score: float
    """Sum of the chosen options' scores, less what joins and repeated rows cost; only comparable within a question."""
    chosen: tuple[Option, ...]
    dates: tuple[ColumnRef, ...] = ()
    lost: tuple[str, ...] = ()
    """Parts of the sketch that found no place in the query."""


class Filler:
    def __init__(self, index: SchemaIndex, graph: JoinGraph, joiner: Joiner, builder: Builder) -> None:
        self._index = index
        self._graph = graph
        self._joiner = joiner
        self._builder = builder
        self._options = Options(index)
        self._shaper = Shaper(index, self._options)
        self._dater = Dater(index, graph, self._options)

    def fill(self, sketch: Sketch, hints: frozenset[str]) -> tuple[Filled, ...]:
        """Every sensible query for the sketch, best first."""
        wanted = slots(sketch, self._options)
        lost = tuple(slot.said for slot in wanted if not slot.options)
        usable = [slot for slot in wanted if slot.options]
        named = _named(sketch)
        result: list[Filled] = []
        for choice in islice(product(*(slot.options for slot in usable)), _MOST_CHOICES):
            result.extend(self._filled(sketch, usable, choice, hints, lost, named))
        return tuple(sorted(result, key=lambda filled: (-filled.score, str(filled.query))))

    def _filled(
        self,
        sketch: Sketch,
        wanted: list[Slot],
        choice: tuple[Option, ...],
        hints: frozenset[str],
        lost: tuple[str, ...],
        named: frozenset[str],
    ) -> Iterator[Filled]:
        roles = [(slot.role, option) for slot, option in zip(wanted, choice, strict=True)]
        query = self._composed(sketch, roles, hints)
        variants = self._variants(sketch, query) if query else ()
        for dated, dates, weight, without in (
            result for variant in variants for result in self._dater.place_dates(sketch, variant)
        ):
            finished = place_window(sketch, self._finished(sketch, dated), self._options)
            try:
                if not fits(finished, sketch.metrics) or self._joiner.distorts(finished):
                    continue
                score, tree = self._score(named, finished, choice) + weight, self._builder.tree(finished)
            except NoJoinPath:
                continue
            yield Filled(
                finished,
                tree,
                score,
                choice,
                dates,
                (*lost, *without, *dropped_parts(sketch, finished, choice, self._index.roles.real)),
            )

    def _score(self, named: frozenset[str], query: Query, choice: tuple[Option, ...]) -> float:
        joins = self._joiner.joins(query)
        score = sum(option.score + (_NAMED_TABLE if option.table in named else 0.0) for option in choice)
        score -= _PER_JOIN * len(joins) + _RIVAL * sum(bool(join.rivals) for join in joins)
        grouped = {dimension.ref for dimension in query.dimensions}
        score -= _ONE_GROUP * sum(f.ref in grouped for f in query.filters if f.op == "eq")
        return score - (_REPEATED if self._joiner.multiplies_rows(query) else 0.0)

    # Putting the choice together

    def _composed(self, sketch: Sketch, roles: list[tuple[str, Option]], hints: frozenset[str]) -> Query | None:
        def payloads(role: str) -> list[object]:
            return [option.payload for name, option in roles if name == role]

        measures = tuple(p for p in payloads("measure") if isinstance(p, Measure))
        measures += tuple(replace(m, function=function) for m in measures for function in sketch.functions if m.columns)
        groups = tuple(d for p in payloads("group") if isinstance(p, tuple) for d in p)
        within = tuple(d for p in payloads("partition") if isinstance(p, tuple) for d in p)
        columns = tuple(dict.fromkeys(p for p in payloads("output") if isinstance(p, ColumnRef)))
        tests = payloads("filter")
        filters = _merged(tuple(p for p in tests if isinstance(p, Filter)))
        having = tuple(p for p in tests if isinstance(p, Having))
        absences = tuple(p for p in tests if isinstance(p, Absence))
        root = _root(measures, columns, groups, sketch, filters)
        if root is None:
            return None
        query = Query(
            root,
            measures,
            groups,
            columns,
            filters,
            absences,
            having,
            hints=hints,
            share=sketch.share,
            either=sketch.either and len(filters) == 2,
            limit=sketch.limit,
            window=Window("rank" if sketch.ranked else "top", within) if sketch.partition or sketch.ranked else None,
        )
        shaped = self._shaper.shape(sketch, self._with_others(sketch, query))
        told = existing(shaped, sketch.both, self._graph, self._index)
        if not told.measures and not told.columns:
            told = replace(told, columns=self._shaper.row_columns(told.root))
        return self._with_ratio(sketch, told)

    def _with_ratio(self, sketch: Sketch, query: Query) -> Query:
        """`ratio of cancelled orders to delivered orders`: the figure of one value over that of the other."""
        pair = next((f for f in query.filters if f.op == "in" and len(f.values) == 2), None)
        if not sketch.ratio or pair is None or not query.measures or query.dimensions:
            return query
        part, base = (Filter(pair.ref, "eq", (value,)) for value in pair.values)
        return replace(query, filters=tuple(f for f in query.filters if f is not pair), part=(part,), base=(base,))

    def _with_others(self, sketch: Sketch, query: Query) -> Query:
        """`customers who placed orders`: a second table on the many side asks that such rows exist."""
        counted = not query.measures or query.measures[0].function == "count"
        spoken = {filter_.ref.table for filter_ in query.filters} | {absence.table for absence in query.absences}
        if not counted or query.having or query.dimensions or sketch.ranking or sketch.groups:
            return query
        others = [table for table in map(table_of, sketch.others) if table and table not in (query.root, *spoken)]
        reached = [(table, self._graph.path(query.root, table, query.hints)) for table in dict.fromkeys(others)]
        result = tuple(Absence(t, present=True) for t, path in reached if path and any(j.multiplies for j in path))
        return replace(query, absences=(*query.absences, *result))

    def _variants(self, sketch: Sketch, query: Query) -> tuple[Query, ...]:
        """`average revenue per customer` may mean each customer's average, or the average of the customers' totals."""
        measure = query.measures[0] if query.measures else None
        whose = {dimension.ref.table for dimension in query.dimensions if dimension.hidden or self._is_row(dimension)}
        each = any(group.each for group in sketch.groups)
        if measure is None or measure.function != "avg" or not whose or measure.table in whose or query.outer:
            return (query,)
        if not each:
            return (query,)
        kept = tuple(dimension for dimension in query.dimensions if dimension.ref.table not in whose)
        kept = kept or tuple(
            d for d in query.dimensions if not d.hidden and not self._labels(d) and not self._is_row(d)
        )
        averaged = replace(query, measures=(replace(measure, function="sum"),), outer="avg", kept=kept)
        nameless = not any(dimension.hidden for dimension in query.dimensions)
        return (averaged,) if kept or nameless else (query, averaged)

    def _is_row(self, dimension: Dimension) -> bool:
        return dimension.ref.name in self._index.table(dimension.ref.table).primary_key

    def _labels(self, dimension: Dimension) -> bool:
        return any(column.name == dimension.ref.name for column in labels(self._index.table(dimension.ref.table)))

    def _finished(self, sketch: Sketch, query: Query) -> Query:
        """Order and limit of groups, once all groups are known."""
        ranking = sketch.ranking
        if query.share and not query.dimensions and not query.part:
            query = replace(query, share=False)
        if not query.measures or query.outer or query.order or not query.dimensions:
            return query
        if ranking is None:
            timed = any(dimension.grain for dimension in query.dimensions)
            return query if timed else replace(query, order=OrderTerm(query.measures[0], descending=True))
        entity = sketch.subject if sketch.subject and not sketch.groups else None
        limit = None if ranking.sorting else ranking.limit or self._shaper.pick(entity)
        return replace(query, order=OrderTerm(query.measures[0], ranking.descending), limit=limit, skip=ranking.skip)


def _named(sketch: Sketch) -> frozenset[str]:
    """Tables that the question names."""
    mentions = (mention for mention in (sketch.subject, *sketch.others) if mention)
    return frozenset(t.table for m in mentions for t in m.of("table") if t.score == m.best.score)


def _root(
    measures: tuple[Measure, ...],
    columns: tuple[ColumnRef, ...],
    groups: tuple[Dimension, ...],
    sketch: Sketch,
    filters: tuple[Filter, ...],
) -> str | None:
    if measures:
        return measures[0].table
    places = [table_of(sketch.subject), *(ref.table for ref in columns), *(d.ref.table for d in groups)]
    places += [filter_.ref.table for filter_ in filters]
    return next((position for position in places if position), None)


def _merged(filters: tuple[Filter, ...]) -> tuple[Filter, ...]:
    """Several values of one column mean any of them; several excluded ones mean none."""
    result: dict[tuple[ColumnRef, str], Filter] = {}
    for position, filter_ in enumerate(filters):
        many = {"eq": "in", "ne": "not_in"}.get(filter_.op)
        key = (filter_.ref, many or f"{filter_.op}{position}")
        if key in result and many:
            values = tuple(dict.fromkeys((*result[key].values, *filter_.values)))
            filter_ = Filter(filter_.ref, many if len(values) > 1 else filter_.op, values)
        result[key] = filter_
    return tuple(result.values())
