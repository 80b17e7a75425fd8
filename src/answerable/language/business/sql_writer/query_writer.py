"""A business query as SQL of the source's dialect."""

from __future__ import annotations

from collections.abc import Iterable

from sqlglot import exp

from answerable.language.business.business_query import (
    Attribute,
    BusinessQuery,
    DateGrain,
    EntityRow,
    GroupedBy,
    Output,
    QueryFigure,
    RowRanking,
)
from answerable.language.business.sql_writer.joined_rows import JoinedRows, WriterSource
from answerable.language.business.sql_writer.name_columns import name_columns
from answerable.language.business.sql_writer.name_tables import name_tables
from answerable.language.business.sql_writer.sql_terms import column_term
from answerable.language.business.sql_writer.time_grains import date_bucket
from answerable.language.business.sql_writer.write_conditions import row_condition
from answerable.language.business.sql_writer.write_figures import (
    comparison_term,
    figure_term,
    growth_term,
    named_figure,
    part_of_all_term,
    running_term,
    share_term,
)
from answerable.language.business.sql_writer.write_plan import write_plan

__all__ = ["write_business_query"]

_PLACE = "place_in_group"


def write_business_query(query: BusinessQuery, source: WriterSource) -> str:
    """Raises CannotWrite."""
    tree = _tree(query, source)
    named = name_tables(name_columns(tree, source.labels, source.dialect), source.labels, source.dialect)
    return named.sql(dialect=source.dialect)


def _tree(query: BusinessQuery, source: WriterSource) -> exp.Expr:
    if query.plan:
        return write_plan(query, query.plan, source)
    statement = _Statement(query, JoinedRows(source, query.base))
    if query.growth:
        return statement.growth()
    return _number_of(statement.selection()) if query.counts_groups else statement.selection()


def _number_of(groups: exp.Expr) -> exp.Expr:
    assert isinstance(groups, exp.Select)
    apart = groups.select(*_named_apart(groups.expressions), append=False)
    return exp.select(exp.Count(this=exp.Star())).from_(apart.subquery("found"))


class _Statement:
    def __init__(self, query: BusinessQuery, rows: JoinedRows) -> None:
        self._query = query
        self._rows = rows

    def selection(self) -> exp.Expr:
        # Every term joins the tables it needs; FROM is written when all have done so.
        shown = [term for group in self._query.groups for term in self._group(group)]
        shown += [term for output in self._query.outputs for term in self._output(output)]
        conditions = [row_condition(self._rows, test) for test in self._query.tests]
        figures = self._figures()
        having = [comparison_term(self._rows, one, self._query) for one in self._query.having]
        order = self._order(figures)
        keys = [key for group in self._query.groups for key in self._group_keys(group)]
        select = self._rows.select_from(exp.select(*([*shown, *figures] or [exp.Star()]), copy=False)).where(
            *conditions, copy=False
        )
        return self._ranked(self._grouped(select, keys, having), order)

    def growth(self) -> exp.Expr:
        assert self._query.growth is not None
        figure = self._query.figures[0] if self._query.figures else None
        shown = [term for group in self._query.groups for term in self._group(group)]
        change = growth_term(self._rows, figure, self._query.growth)
        conditions = [row_condition(self._rows, test) for test in self._query.tests]
        keys = [key for group in self._query.groups for key in self._group_keys(group)]
        select = self._rows.select_from(exp.select(*shown, change, copy=False)).where(*conditions, copy=False)
        return select.group_by(*_distinct(keys), copy=False) if keys else select

    def _figures(self) -> list[exp.Expr]:
        if self._query.share_of:
            figure = self._query.figures[0] if self._query.figures else None
            return [share_term(self._rows, figure, self._query.share_of)]
        figures = [named_figure(self._rows, figure) for figure in self._query.figures]
        if self._query.share_of is not None:
            return [*figures, part_of_all_term(figures[0])]
        if self._query.is_running:
            order = [self._bucket(group) for group in self._query.groups if isinstance(group, DateGrain)]
            return [*figures, running_term(figures[0], order)]
        return figures

    def _grouped(self, select: exp.Select, keys: list[exp.Expr], having: list[exp.Expr]) -> exp.Select:
        query = self._query
        is_grouped = bool(keys) and (self._aggregates() or self._rows.multiplies)
        if is_grouped:
            select = select.group_by(*_distinct(keys), copy=False)
        elif query.is_distinct or (self._rows.multiplies and not query.figures):
            select = select.distinct(copy=False)
        return select.having(*having, copy=False) if is_grouped else select.where(*having, copy=False)

    def _aggregates(self) -> bool:
        query = self._query
        by = query.ranking.by if query.ranking else None
        ranks = isinstance(by, QueryFigure) and by.function != "value"
        computes = any(figure.function != "value" for figure in query.figures)
        return bool(computes or query.share_of is not None or query.having or ranks)

    def _ranked(self, select: exp.Select, order: list[exp.Expr]) -> exp.Expr:
        ranking = self._query.ranking
        if ranking and ranking.per:
            return self._first_of_each(select, order, ranking)
        ordered = select.order_by(*order, copy=False) if order else select
        return ordered.limit(ranking.limit, copy=False) if ranking and ranking.limit else ordered

    def _first_of_each(self, select: exp.Select, order: list[exp.Expr], ranking: RowRanking) -> exp.Expr:
        parts = [key for group in ranking.per for key in self._group_keys(group)]
        window = exp.Window(this=exp.Anonymous(this="RANK"), partition_by=parts, order=exp.Order(expressions=order))
        shown = _named_apart(select.expressions)
        inner = select.select(*shown, exp.alias_(window, _PLACE), append=False)
        outer = exp.select(*(exp.column(one.alias, quoted=True) for one in shown)).from_(inner.subquery("ranked"))
        return outer.where(exp.column(_PLACE).eq(1))

    def _order(self, figures: list[exp.Expr]) -> list[exp.Expr]:
        ranking = self._query.ranking
        if ranking is None:
            times = [self._bucket(group) for group in self._query.groups if isinstance(group, DateGrain)]
            return [exp.Ordered(this=one) for one in times]
        by = self._ranked_by(ranking, figures)
        return [exp.Ordered(this=by, desc=ranking.is_descending, nulls_first=False)]

    def _ranked_by(self, ranking: RowRanking, figures: list[exp.Expr]) -> exp.Expr:
        if isinstance(ranking.by, QueryFigure):
            return figure_term(self._rows, ranking.by)
        if isinstance(ranking.by, Attribute):
            return self._rows.value(ranking.by.table, ranking.by.column, ranking.by.via)
        return figures[0].unalias().copy() if figures else exp.Literal.number(1)

    def _output(self, output: Output) -> list[exp.Expr]:
        if isinstance(output, EntityRow):
            return self._rows.shown_row(output.table, output.via)
        return [self._rows.shown_column(output.table, output.column, output.via)]

    def _group(self, group: GroupedBy) -> list[exp.Expr]:
        if isinstance(group, DateGrain):
            return [exp.alias_(self._bucket(group), group.grain)]
        return self._output(group)

    def _group_keys(self, group: GroupedBy) -> list[exp.Expr]:
        """What it is grouped by: two people of one name stay apart."""
        if isinstance(group, DateGrain):
            return [self._bucket(group)]
        entity = self._rows.source.model.entity(group.table) if isinstance(group, EntityRow) else None
        alias = self._rows.alias(group.table, group.via)
        return [*(column_term(alias, name) for name in (entity.key if entity else ())), *self._output(group)]

    def _bucket(self, group: DateGrain) -> exp.Expr:
        value = self._rows.value(group.table, group.column, group.via)
        return date_bucket(value, group.grain, self._rows.source.dialect)


def _distinct(keys: Iterable[exp.Expr]) -> list[exp.Expr]:
    return list({key.sql(): key.copy() for key in keys}.values())


def _named_apart(shown: Iterable[exp.Expr]) -> list[exp.Expr]:
    """Each under a name of its own, for a query around this one."""
    named: dict[str, exp.Expr] = {}
    for one in shown:
        name = one.alias_or_name or "figure"
        name = name if name not in named else f"{name}_{len(named)}"
        named[name] = exp.alias_(one.unalias(), name, quoted=True)
    return list(named.values())
