"""The stage that builds: a filled query → a sqlglot tree → SQL text in the schema's dialect."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect

from answerable.language.linking.column_traits import clock, is_cents
from answerable.language.linking.join_path import Join
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.query.aggregates import Aggregates, ratio
from answerable.language.query.conditions import comparison_sql, condition, literal
from answerable.language.query.date_buckets import bucket
from answerable.language.query.join_rows import Joiner, NoJoinPath
from answerable.language.query.medians import lacks_median, middle
from answerable.language.query.sql_names import SqlNames, figure_label, looks_at_peers, unqualify
from answerable.language.query.window_sql import PLACE, limit_each_group, over_time, place_in
from answerable.language.query_model.filled_query import (
    Absence,
    Dimension,
    Filter,
    Having,
    Measure,
    OrderTerm,
    Query,
    Whole,
    Window,
)
from answerable.naming.identifiers import identifier_lemmas
from answerable.sql.column_ref import ColumnRef

__all__ = ["Builder"]


class Builder:
    """Makes the SQL of filled queries over one schema. Raises NoJoinPath when tables do not connect."""

    def __init__(self, index: SchemaIndex, joiner: Joiner) -> None:
        self._index = index
        self._joiner = joiner
        self._dialect = index.schema.dialect
        self._names = SqlNames(index.schema, index.roles.real)
        self._aggregates = Aggregates(index, self._names, joiner)

    def sql(self, tree: exp.Select) -> str:
        """Uses the tree up: it is not copied."""
        return tree.sql(dialect=self._dialect, copy=False)

    def tree(self, query: Query) -> exp.Select:
        joins = self._joiner.joins(query)
        present = {query.root, *(join.table for join in joins)}
        select = exp.Select().from_(self._names.table(query.root))
        for join in joins:
            kind = "LEFT" if join.optional else None
            select = select.join(self._names.table(join.table), on=self._on(join), join_type=kind, copy=False)
        if tests := [*self._defined(query), *self._where(query, present)]:
            select = select.where(*tests, copy=False)
        select = self._filled(select, query)
        if not joins and not select.find(exp.Exists) and not looks_at_peers(query):
            unqualify(select)
        if query.window is not None:
            return self._around(select, query, query.window)
        return self._outer(select, query) if query.outer else select

    def _filled(self, select: exp.Select, query: Query) -> exp.Select:
        if query.window is not None:
            return self._inside(select, query, query.window)
        if self._needs_middle(query):
            return self._middle(select, query)
        return self._grouped(select, query) if query.measures else self._listed(select, query)

    def _on(self, join: Join) -> exp.Expr:
        sides = [(ColumnRef(join.left, left), ColumnRef(join.table, right)) for left, right in join.pairs]
        tests = [exp.EQ(this=self._names.column(a), expression=self._names.column(b)) for a, b in sides]
        return exp.and_(*tests, copy=False)

    # Which rows

    def _where(self, query: Query, present: set[str]) -> list[exp.Expr]:
        if any(filter_.ref.table not in present for filter_ in query.part):
            raise NoJoinPath(query.root)
        if query.either:
            tests = self._either(query, present)
        else:
            tests = self._conditions([f for f in query.filters if f.ref.table in present])
            tests += self._existence(query, present, [f for f in query.filters if f.ref.table not in present])
        return tests + [self._absence(query, present, absence) for absence in query.absences]

    def _defined(self, query: Query) -> list[exp.Expr]:
        """What a metric itself demands of its rows."""
        tests = query.definition.tests if query.definition else ()
        return [test.test(self._names) for test in tests]

    def _either(self, query: Query, present: set[str]) -> list[exp.Expr]:
        """One of the filters holds; periods hold besides."""
        periods = [f for f in query.filters if f.op == "period"]
        each: list[exp.Expr] = []
        for filter_ in (f for f in query.filters if f.op != "period"):
            tests = self._conditions([filter_]) if filter_.ref.table in present else []
            each.append(exp.and_(*(tests or self._existence(query, present, [filter_])), copy=False))
        either = [exp.Paren(this=exp.or_(*each, copy=False))] if each else []
        return [*either, *self._conditions(periods)]

    def _conditions(self, filters: list[Filter] | tuple[Filter, ...]) -> list[exp.Expr]:
        result: list[exp.Expr] = []
        for filter_ in filters:
            column = self._index.column(filter_.ref.table, filter_.ref.name)
            test = condition(filter_, column, self._names, self._dialect)
            result += test.flatten() if isinstance(test, exp.And) else [test]
        return result

    def _existence(self, query: Query, present: set[str], filters: list[Filter]) -> list[exp.Expr]:
        """Filters on the many side: a row passes when at least one such row exists; one EXISTS a direction."""
        grouped: dict[str, list[Filter]] = {}
        for filter_ in filters:
            first = self._joiner.path(present, filter_.ref.table, query)[0]
            grouped.setdefault(first.table, []).append(filter_)
        return [self._exists(query, present, tuple(group)) for group in grouped.values()]

    def _exists(self, query: Query, present: set[str], filters: tuple[Filter, ...], table: str = "") -> exp.Expr:
        goals = (*(name for filter_ in filters for name in filter_.tables), *((table,) if table else ()))
        path = self._joiner.path(present, goals[0], query)
        if not path:
            raise NoJoinPath(goals[0])
        inner = exp.Select().select(exp.Literal.number(1)).from_(self._names.table(path[0].table))
        beyond = (*(step.table for step in path[1:]), *goals[1:])
        for step in self._joiner.onwards(path[0].table, beyond, query):
            inner = inner.join(self._names.table(step.table), on=self._on(step), copy=False)
        return exp.Exists(this=inner.where(self._on(path[0]), *self._conditions(filters), copy=False))

    def _absence(self, query: Query, present: set[str], absence: Absence) -> exp.Expr:
        exists = self._exists(query, present, absence.filters, absence.table)
        return exists if absence.present else exp.Not(this=exists)

    # What is shown

    def _grouped(self, select: exp.Select, query: Query) -> exp.Select:
        select = select.select(*self._figures(query), copy=False)
        if query.dimensions:
            select = select.group_by(*dict.fromkeys(self._dimension(d) for d in query.dimensions), copy=False)
        for having in query.having:
            select = select.having(self._having(having, query), copy=False)
        return select if query.outer else self._ordered(select, query)

    def _figures(self, query: Query) -> list[exp.Expr]:
        if query.outer == "count":
            return [self._dimension(query.dimensions[0])]
        shown = query.kept if query.outer else [d for d in query.dimensions if not d.hidden]
        once = {self._dimension(d): d.label for d in reversed(shown)}
        groups = [self._named(output, label) for output, label in reversed(once.items())]
        return groups + [
            self._named(self._aggregates.shown_figure(m, query), figure_label(m, query)) for m in query.measures
        ]

    def _named(self, output: exp.Expr, label: str) -> exp.Expr:
        """With its alias, unless that would say `country AS country`."""
        if isinstance(output, exp.Column) and output.name == label:
            return output
        return exp.alias_(output, self._names.alias(label), copy=False)

    def _having(self, having: Having, query: Query) -> exp.Expr:
        values = tuple(self._threshold(value, query) for value in having.values)
        return comparison_sql(self._aggregates.figure(having.measure, query), having.op, values)

    def _threshold(self, value: Decimal | Whole, query: Query) -> exp.Expr:
        """A number, or the aggregate of all groups' figures: `more than the average customer`."""
        if isinstance(value, Decimal):
            return literal(value)
        groups = replace(query, having=(), order=None, limit=None, columns=(), outer="avg", kept=())
        return self.tree(groups).subquery()

    def _outer(self, select: exp.Select, query: Query) -> exp.Select:
        """One figure over the groups."""
        label = figure_label(query.measures[0], query)
        if query.outer == "count":
            counted = self._named(exp.Count(this=exp.Star()), label)
            return exp.Select().select(counted).from_(select.subquery("matching"))
        average = exp.Avg(this=exp.Column(this=self._names.alias(label)))
        figure = self._named(average, f"average_{label}")
        kept = [exp.Column(this=self._names.alias(dimension.label)) for dimension in query.kept]
        averaged = exp.Select().select(*kept, figure).from_(select.subquery("each_group"))
        return averaged.group_by(*kept).order_by(*kept) if kept else averaged

    def _needs_middle(self, query: Query) -> bool:
        plain = len(query.measures) == 1 and not (query.having or query.share or query.outer)
        return plain and query.measures[0].function == "median" and lacks_median(self._dialect)

    def _middle(self, select: exp.Select, query: Query) -> exp.Select:
        measure, groups = query.measures[0], [d for d in query.dimensions if not d.hidden]
        trees = [self._dimension(dimension) for dimension in groups]
        amount = self._aggregates.amount(measure)
        return middle(select, trees, [d.label for d in groups], amount, figure_label(measure, query), self._names)

    # Windows

    def _inside(self, select: exp.Select, query: Query, window: Window) -> exp.Select:
        """What the window is computed over: the groups with their keys, or rows and groups with their place."""
        outputs = [self._named(self._window_output(d, query), d.label) for d in self._window_dimensions(query)]
        outputs += [self._named(self._aggregates.figure(m, query), figure_label(m, query)) for m in query.measures]
        if not window.along:
            outputs.append(self._place(query, window))
        select = select.select(*outputs, copy=False)
        if query.measures and query.dimensions:
            select = select.group_by(*(self._dimension(d) for d in query.dimensions), copy=False)
        for having in query.having:
            select = select.having(self._having(having, query), copy=False)
        return select

    def _window_dimensions(self, query: Query) -> list[Dimension]:
        """Keys are only needed where a window over time stays within them."""
        assert query.window is not None
        return [d for d in query.dimensions if not d.hidden or (query.window.along and d in query.window.partition)]

    def _window_output(self, dimension: Dimension, query: Query) -> exp.Expr:
        tree = self._dimension(dimension)
        cents = not query.measures and is_cents(self._index.column(dimension.ref.table, dimension.ref.name))
        return ratio(tree, exp.Literal.number("100.0")) if cents else tree

    def _place(self, query: Query, window: Window) -> exp.Expr:
        assert query.order is not None
        by = query.order.by
        tree = self._aggregates.figure(by, query) if isinstance(by, Measure) else self._plain(by)
        order: list[exp.Expr] = [exp.Ordered(this=tree, desc=query.order.descending, nulls_first=False)]
        if window.kind != "rank":
            things = [d for d in query.dimensions if d not in window.partition]
            order += [self._ascending(self._dimension(d)) for d in things if d.ref != by]
        return place_in(window.kind, [self._dimension(d) for d in window.partition], order, self._names)

    def _plain(self, by: Dimension | ColumnRef) -> exp.Expr:
        return self._dimension(by) if isinstance(by, Dimension) else self._names.column(by)

    def _around(self, select: exp.Select, query: Query, window: Window) -> exp.Select:
        shown = [d.label for d in query.dimensions if not d.hidden]
        figures = [figure_label(m, query) for m in query.measures]
        if window.along:
            return over_time(select, window, shown, figures, self._names)
        groups = [d.label for d in window.partition if not d.hidden]
        if window.size is None:
            columns = [exp.Column(this=self._names.alias(label)) for label in (*groups, PLACE, *shown[len(groups) :])]
            return select.order_by(*columns, copy=False)
        return limit_each_group(select, window.size, [*shown, *figures], groups, self._names)

    def _listed(self, select: exp.Select, query: Query) -> exp.Select:
        select = select.select(*(self._output(ref) for ref in query.columns), copy=False)
        for having in query.having:
            columns = [self._names.column(ref) for ref in query.columns]
            select = select.group_by(*columns, copy=False).having(self._having(having, query), copy=False)
        if not query.distinct:
            return self._ordered(select, query)
        select = select.distinct(copy=False)
        if query.order is not None:
            return self._ordered(select, query)
        return select.order_by(*(self._ascending(self._names.column(ref)) for ref in query.columns), copy=False)

    def _output(self, ref: ColumnRef) -> exp.Expr:
        """A listed column; cents are shown as whole money."""
        column = self._names.column(ref)
        if not is_cents(self._index.column(ref.table, ref.name)):
            return column
        return self._named(ratio(column, exp.Literal.number("100.0")), "_".join(identifier_lemmas(ref.name)[:-1]))

    def _dimension(self, dimension: Dimension) -> exp.Expr:
        column = self._names.column(dimension.ref)
        if dimension.grain is None:
            return column
        how = clock(self._index.column(dimension.ref.table, dimension.ref.name)) or "date"
        return bucket(column, how, dimension.grain, self._dialect)

    # In which order

    def _ordered(self, select: exp.Select, query: Query) -> exp.Select:
        terms = [self._term(query.order, query)] if query.order else []
        if query.order is None or query.limit is not None:
            terms += self._tie_breakers(query)
        unique = {term.this.sql(): term for term in reversed(terms)}
        if terms:
            select = select.order_by(*(term for term in terms if unique[term.this.sql()] is term), copy=False)
        if query.limit is None:
            return select
        select = select.limit(exp.Literal.number(query.limit), copy=False)
        return select.offset(exp.Literal.number(query.skip), copy=False) if query.skip else select

    def _term(self, order: OrderTerm, query: Query) -> exp.Expr:
        if isinstance(order.by, Measure):
            by: exp.Expr = exp.Column(this=self._names.alias(figure_label(order.by, query)))
        elif isinstance(order.by, Dimension):
            by = self._shown(order.by)
        else:
            by = self._names.column(order.by)
        return exp.Ordered(this=by, desc=order.descending, nulls_first=False)

    def _tie_breakers(self, query: Query) -> list[exp.Expr]:
        """What makes the order the same every time: the groups (of one thing its key alone), or the row's key."""
        if query.measures:
            keys = [d for d in query.dimensions if d.hidden and query.limit is not None]
            identified = {d.ref.table for d in keys} if query.order else set()
            shown = [self._shown(d) for d in query.dimensions if not d.hidden and d.ref.table not in identified]
            return [self._ascending(term) for term in (*shown, *map(self._dimension, keys))]
        key = () if query.limit is None or query.distinct else self._index.table(query.root).primary_key
        return [self._ascending(self._names.column(ColumnRef(query.root, name))) for name in key]

    def _shown(self, dimension: Dimension) -> exp.Expr:
        """A group as the ORDER BY names it: by its alias, or as it stands when it has none."""
        plain = dimension.grain is None and dimension.label == dimension.ref.name
        return self._dimension(dimension) if plain else exp.Column(this=self._names.alias(dimension.label))

    def _ascending(self, by: exp.Expr) -> exp.Expr:
        """In the engine's own order of NULLs, so that the SQL stays short."""
        small = Dialect.get_or_raise(self._dialect).NULL_ORDERING == "nulls_are_small"
        return exp.Ordered(this=by, desc=None, nulls_first=small)
