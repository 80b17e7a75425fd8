"""The stage that fills: a sketch → whole queries, one option chosen for each slot, the best choice first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, product

from answerable.language.build import Builder
from answerable.language.join_path import JoinGraph
from answerable.language.joining import Joiner, NoJoinPath
from answerable.language.lemmas import lemma
from answerable.language.link import Mention
from answerable.language.options import Option, Options
from answerable.language.query import Absence, ColumnRef, Dimension, Filter, Having, Measure, Order, Query
from answerable.language.schema_index import SchemaIndex
from answerable.language.sketch import Sketch
from answerable.language.slots import Slot, slots
from answerable.language.timeline import DateChoice, date_choices
from answerable.language.traits import clock, identifier_words, is_personal

__all__ = ["Filled", "Filler"]

_MOST_CHOICES = 192
_NAMED_TABLE, _PER_JOIN, _REPEATED, _RIVAL = 0.12, 0.06, 0.5, 0.1
_TOP_WITHOUT_NUMBER = 10
_TIED_DATES = 0.02


@dataclass(frozen=True, slots=True)
class Filled:
    query: Query
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

    def fill(self, sketch: Sketch, hints: frozenset[str]) -> tuple[Filled, ...]:
        """Every sensible query for the sketch, best first."""
        wanted = slots(sketch, self._options)
        lost = tuple(slot.said for slot in wanted if not slot.options)
        usable = [slot for slot in wanted if slot.options]
        found: list[Filled] = []
        for choice in islice(product(*(slot.options for slot in usable)), _MOST_CHOICES):
            found.extend(self._filled(sketch, usable, choice, hints, lost))
        return tuple(sorted(found, key=lambda filled: (-filled.score, str(filled.query))))

    def _filled(
        self,
        sketch: Sketch,
        wanted: list[Slot],
        choice: tuple[Option, ...],
        hints: frozenset[str],
        lost: tuple[str, ...],
    ) -> Iterator[Filled]:
        roles = [(slot.role, option) for slot, option in zip(wanted, choice, strict=True)]
        query = self._composed(sketch, roles, hints)
        variants = self._variants(sketch, query) if query else ()
        for dated, dates, weight, without in (found for variant in variants for found in self._dated(sketch, variant)):
            finished = self._finished(sketch, dated)
            try:
                score = self._score(sketch, finished, choice) + weight
            except NoJoinPath:
                continue
            yield Filled(finished, score, choice, dates, (*lost, *without, *_dropped(sketch, finished, choice)))

    def _score(self, sketch: Sketch, query: Query, choice: tuple[Option, ...]) -> float:
        named = {
            t.table for m in (sketch.subject, *sketch.others) if m for t in m.of("table") if t.score == m.best.score
        }
        joins = self._joiner.joins(query)
        score = sum(option.score + (_NAMED_TABLE if option.table in named else 0.0) for option in choice)
        score -= _PER_JOIN * len(joins) + _RIVAL * sum(bool(join.rivals) for join in joins)
        self._builder.tree(query)
        return score - (_REPEATED if self._joiner.multiplied(query) else 0.0)

    # Putting the choice together

    def _composed(self, sketch: Sketch, roles: list[tuple[str, Option]], hints: frozenset[str]) -> Query | None:
        def payloads(role: str) -> list[object]:
            return [option.payload for name, option in roles if name == role]

        measures = tuple(p for p in payloads("measure") if isinstance(p, Measure))
        measures += tuple(replace(m, function=function) for m in measures for function in sketch.functions if m.columns)
        groups = tuple(d for p in payloads("group") if isinstance(p, tuple) for d in p)
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
            limit=sketch.limit,
        )
        return self._shaped(sketch, self._with_others(sketch, query))

    def _with_others(self, sketch: Sketch, query: Query) -> Query:
        """`customers who placed orders`: a second table on the many side asks that such rows exist."""
        counted = not query.measures or query.measures[0].function == "count"
        spoken = {filter_.ref.table for filter_ in query.filters} | {absence.table for absence in query.absences}
        if not counted or query.having or query.dimensions or sketch.ranking or sketch.groups:
            return query
        others = [table for table in map(_table_of, sketch.others) if table and table not in (query.root, *spoken)]
        reached = [(table, self._graph.path(query.root, table, query.hints)) for table in dict.fromkeys(others)]
        found = tuple(Absence(t, present=True) for t, path in reached if path and any(j.multiplies for j in path))
        return replace(query, absences=(*query.absences, *found))

    def _shaped(self, sketch: Sketch, query: Query) -> Query:
        """Turns the parts into one of the shapes: groups, one figure, ranked rows, distinct values, rows."""
        if query.having:
            return self._having(sketch, query)
        ranked_rows = self._ranked_rows(sketch, query)
        if ranked_rows is not None:
            return ranked_rows
        if query.measures:
            return self._aggregate(sketch, query)
        return self._rows(sketch, query)

    def _variants(self, sketch: Sketch, query: Query) -> tuple[Query, ...]:
        """`average revenue per customer` may mean each customer's average, or the average of the customers' totals."""
        measure = query.measures[0] if query.measures else None
        whose = {dimension.ref.table for dimension in query.dimensions if dimension.hidden}
        if measure is None or measure.function != "avg" or not whose or measure.table in whose or query.outer:
            return (query,)
        return query, replace(query, measures=(replace(measure, function="sum"),), outer="avg")

    def _having(self, sketch: Sketch, query: Query) -> Query:
        """`customers with more than 3 orders`: the subject's rows grouped, or only counted."""
        having = query.having[0]
        subject = _table_of(sketch.subject) or query.root
        named = tuple(Dimension(ref, label=ref.name) for ref in query.columns)
        entity = query.dimensions or (named if subject in (query.root, having.measure.table) else ())
        entity = entity or self._options.entity(subject)
        if sketch.function == "count":
            keys = tuple(replace(d, hidden=False) for d in entity if d.hidden) or entity
            counted = Measure("count", subject, label=f"{'_'.join(_words(subject))}_count")
            return replace(query, root=having.measure.table, measures=(counted,), dimensions=keys, outer="count")
        order = Order(having.measure, descending=True)
        return replace(
            query, root=having.measure.table, measures=(having.measure,), dimensions=entity, columns=(), order=order
        )

    def _ranked_rows(self, sketch: Sketch, query: Query) -> Query | None:
        """`5 most expensive products`, `top 10 orders by revenue`: rows of one table, ordered by its own column."""
        ranking = sketch.ranking
        subject = _table_of(sketch.subject)
        if ranking is None or query.dimensions or sketch.groups or sketch.function in ("count", "sum", "avg"):
            return None
        if subject is None and not ranking.sorting and any(map(self._repeats, query.columns)):
            return None
        table = subject or (query.columns[0].table if query.columns else None)
        by = self._own_column(sketch, query, table) if table else None
        if by is None or table is None:
            return None
        limit = None if ranking.sorting else ranking.limit or self._pick(sketch.subject)
        shown = query.columns or tuple(dict.fromkeys((*self._row_columns(table), by)))
        aged = ranking.hint == "date" and clock(self._index.column(by.table, by.name)) is None
        order = Order(by, ranking.descending != aged)  # the oldest person has the earliest date but the highest age
        return replace(query, root=table, measures=(), columns=shown, order=order, limit=limit or query.limit)

    def _repeats(self, ref: ColumnRef) -> bool:
        """A category: `top 3 channels by revenue` ranks channels, each with many rows, not rows."""
        column, rows = self._index.column(ref.table, ref.name), self._index.table(ref.table).row_estimate
        distinct = column.distinct_estimate
        return distinct is not None and rows is not None and 2 * distinct <= rows

    def _own_column(self, sketch: Sketch, query: Query, table: str) -> ColumnRef | None:
        ranking = sketch.ranking
        assert ranking is not None
        if ranking.hint:
            return self._options.by_hint(ranking.hint, table) if ranking.hint not in ("count", "sales") else None
        if ranking.by is None and not ranking.sorting and not ranking.function:
            return self._options.by_hint("amount", table)
        if ranking.by is None or ranking.function:
            return None
        own = [t for t in ranking.by.of("column") if t.table == table]
        measure = query.measures[0] if query.measures else None
        agrees = measure is None or (measure.table == table and bool(measure.columns))
        return ColumnRef(table, own[0].column) if own and agrees else None

    def _aggregate(self, sketch: Sketch, query: Query) -> Query:
        measure, ranking = query.measures[0], sketch.ranking
        dimensions = self._without_itself(query)
        if sketch.versus and query.filters and not dimensions:
            dimensions = tuple(Dimension(f.ref, label=f.ref.name) for f in query.filters if f.op == "in")[:1]
        if sketch.nested and dimensions:
            return replace(query, columns=(), outer="avg", limit=None)
        if ranking is not None and not dimensions and not sketch.groups:
            dimensions = self._ranked_groups(sketch, query)
        if ranking is not None and not dimensions and not sketch.groups:
            function = "max" if ranking.descending else "min"
            measure = replace(
                measure, function=function if measure.columns and not ranking.function else measure.function
            )
            return replace(query, measures=(measure,), columns=(), limit=None)
        if not dimensions and sketch.share and not sketch.groups:
            return replace(query, columns=(), filters=(), part=query.filters, share=bool(query.filters))
        return replace(query, dimensions=dimensions, columns=(), limit=None)

    def _without_itself(self, query: Query) -> tuple[Dimension, ...]:
        """`average revenue per order`, where a row is an order: its key groups nothing."""
        measure = query.measures[0]
        table = self._index.schema.table(measure.table)
        if measure.function != "avg" or table is None or len(table.primary_key) != 1:
            return query.dimensions
        key = ColumnRef(measure.table, table.primary_key[0])
        return tuple(dimension for dimension in query.dimensions if dimension.hidden or dimension.ref != key)

    def _ranked_groups(self, sketch: Sketch, query: Query) -> tuple[Dimension, ...]:
        """What is ranked when nothing says `by`: columns named, else the subject's rows."""
        if query.columns:
            return tuple(Dimension(ref, label=ref.name) for ref in query.columns)
        subject = _table_of(sketch.subject)
        return self._options.entity(subject) if subject and subject != query.measures[0].table else ()

    def _rows(self, sketch: Sketch, query: Query) -> Query:
        """Rows of the subject, or the distinct values of columns named without any row of their own."""
        subject = _table_of(sketch.subject)
        columns = query.columns
        plain = not query.filters and not sketch.dates and subject is None
        distinct = bool(columns) and (sketch.distinct or plain) and all(not self._is_amount(ref) for ref in columns)
        shown = columns or self._row_columns(query.root)
        ordering = sketch.order.of("column")[:1] if sketch.order else ()
        descending = bool(sketch.ranking and sketch.ranking.descending)
        by = [ColumnRef(target.table, target.column) for target in ordering]
        by = by or (list(columns[-1:]) if sketch.ranking and sketch.ranking.sorting else [])
        order = Order(by[0], descending) if by else None
        return replace(query, columns=shown, distinct=distinct, order=order)

    def _is_amount(self, ref: ColumnRef) -> bool:
        return self._index.column(ref.table, ref.name).kind.is_number

    def _row_columns(self, name: str) -> tuple[ColumnRef, ...]:
        """All columns but personal ones, which are shown only when asked for by name."""
        table = self._index.table(name)
        return tuple(ColumnRef(name, c.name) for c in table.columns if not is_personal(c)) or (
            ColumnRef(name, table.columns[0].name),
        )

    def _pick(self, mention: Mention | None) -> int:
        return _TOP_WITHOUT_NUMBER if mention is not None and _is_plural(mention.text) else 1

    # Dates

    def _dated(
        self, sketch: Sketch, query: Query
    ) -> Iterator[tuple[Query, tuple[ColumnRef, ...], float, tuple[str, ...]]]:
        """The query with its periods and grains placed on a date column; several when columns tie."""
        grains = tuple(group.grain for group in sketch.groups if group.grain)
        if not sketch.dates and not grains:
            yield query, (), 0.0, ()
            return
        hint = next((wanted.hint for wanted in sketch.dates if wanted.hint), None)
        choices = self._date_choices(sketch, query, hint, grains[0] if grains else None)
        if not choices and not sketch.dates and (columns := self._columns_named_so(sketch, query)):
            yield replace(query, dimensions=(*query.dimensions, *columns)), (), 0.0, ()
        elif not choices:
            yield query, (), -0.5, tuple([d.date.text for d in sketch.dates] + [f"by {grain}" for grain in grains])
        for choice in choices:
            yield self._placed(sketch, query, choice, grains), (choice.ref,), choice.weight - choices[0].weight, ()

    def _columns_named_so(self, sketch: Sketch, query: Query) -> tuple[Dimension, ...]:
        """Groups by a column that is named `month` or `year` though it holds no dates."""
        found = []
        for group in sketch.groups:
            options = self._options.dimensions(replace(group, grain=None)) if group.grain else ()
            own = [option for option in options if option.table == query.root] or list(options)
            found += [d for option in own[:1] if isinstance(option.payload, tuple) for d in option.payload]
        return tuple(found)

    def _date_choices(
        self, sketch: Sketch, query: Query, hint: Mention | None, grain: str | None
    ) -> tuple[DateChoice, ...]:
        root = query.root
        if query.absences and not grain:
            root = query.absences[-1].table
        found = date_choices(self._index, self._graph, root, hint, grain)
        return tuple(choice for choice in found if choice.weight >= found[0].weight - _TIED_DATES)[:3]

    def _placed(self, sketch: Sketch, query: Query, choice: DateChoice, grains: tuple[str, ...]) -> Query:
        periods = tuple(Filter(choice.ref, "period", (wanted.date.period,)) for wanted in sketch.dates)
        times = tuple(Dimension(choice.ref, grain, grain) for grain in dict.fromkeys(grains))
        if query.absences and query.absences[-1].table == choice.ref.table != query.root:
            last = query.absences[-1]
            kept = replace(last, filters=(*last.filters, *periods))
            return replace(query, absences=(*query.absences[:-1], kept))
        return replace(query, filters=(*query.filters, *periods), dimensions=(*times, *query.dimensions))

    def _finished(self, sketch: Sketch, query: Query) -> Query:
        """Order and limit of groups, once all groups are known."""
        ranking = sketch.ranking
        if query.share and not query.dimensions and not query.part:
            query = replace(query, share=False)
        if not query.measures or query.outer or query.order or not query.dimensions:
            return query
        if ranking is None:
            timed = any(dimension.grain for dimension in query.dimensions)
            return query if timed else replace(query, order=Order(query.measures[0], descending=True))
        entity = sketch.subject if sketch.subject and not sketch.groups else None
        limit = None if ranking.sorting else ranking.limit or self._pick(entity)
        return replace(query, order=Order(query.measures[0], ranking.descending), limit=limit)


def _dropped(sketch: Sketch, query: Query, choice: tuple[Option, ...]) -> list[str]:
    """Parts that were chosen but have no place in the finished query."""
    shown = {*query.columns, *(dimension.ref for dimension in query.dimensions)}
    found = [o.said for o in choice if isinstance(o.payload, ColumnRef) and o.payload not in shown]
    found += sketch.unplaced
    if sketch.share and not query.share:
        found.append("share")
    picked = query.order or any(measure.function in ("min", "max") for measure in query.measures)
    if sketch.ranking and not sketch.ranking.sorting and not picked:
        found.append("the ranking")
    return found


def _root(
    measures: tuple[Measure, ...],
    columns: tuple[ColumnRef, ...],
    groups: tuple[Dimension, ...],
    sketch: Sketch,
    filters: tuple[Filter, ...],
) -> str | None:
    if measures:
        return measures[0].table
    places = [_table_of(sketch.subject), *(ref.table for ref in columns), *(d.ref.table for d in groups)]
    places += [filter_.ref.table for filter_ in filters]
    return next((place for place in places if place), None)


def _table_of(mention: Mention | None) -> str | None:
    tables = mention.of("table") if mention else ()
    return tables[0].table if tables else None


def _words(table: str) -> tuple[str, ...]:
    return identifier_words(table.rsplit(".", 1)[-1])


def _is_plural(text: str) -> bool:
    last = text.split()[-1].casefold()
    return lemma(last) != last


def _merged(filters: tuple[Filter, ...]) -> tuple[Filter, ...]:
    """Several values of one column mean any of them; several excluded ones mean none."""
    found: dict[tuple[ColumnRef, str], Filter] = {}
    for position, filter_ in enumerate(filters):
        many = {"eq": "in", "ne": "not_in"}.get(filter_.op)
        key = (filter_.ref, many or f"{filter_.op}{position}")
        if key in found and many:
            values = tuple(dict.fromkeys((*found[key].values, *filter_.values)))
            filter_ = Filter(filter_.ref, many if len(values) > 1 else filter_.op, values)
        found[key] = filter_
    return tuple(found.values())
