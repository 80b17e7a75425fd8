"""What is computed, as SQL expressions: counts, sums and averages, shares, growth, and comparisons with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from answerable.language.business.business_query import (
    BusinessQuery,
    ColumnTest,
    ComparedFigure,
    DateGrain,
    EntityRow,
    Existence,
    GroupedBy,
    PeriodTest,
    QueryFigure,
    RowTest,
    Via,
)
from answerable.language.business.descriptions.describe_figures import figure_label
from answerable.language.business.sql_writer.joined_rows import CannotWrite, JoinedRows
from answerable.language.business.sql_writer.sql_terms import COMPARE, column_term, number_term, percent_of, times
from answerable.language.business.sql_writer.time_grains import date_bucket, days_between
from answerable.language.business.sql_writer.write_conditions import key_condition, row_condition
from answerable.semantics.discount_values import DISCOUNT_GIVEN

__all__ = [
    "comparison_term",
    "figure_term",
    "growth_term",
    "named_figure",
    "part_of_all_term",
    "running_term",
    "share_term",
]

_DAY_NAMES = {"avg": "average_days", "sum": "total_days", "min": "fewest_days", "max": "most_days"}
_AGGREGATES = {"sum": exp.Sum, "avg": exp.Avg, "min": exp.Min, "max": exp.Max}


def figure_term(rows: JoinedRows, figure: QueryFigure) -> exp.Expr:
    if figure.over:
        part = exp.Mul(this=exp.Literal.number("1.0"), expression=figure_term(rows, replace(figure, over=None)))
        whole = exp.func("NULLIF", figure_term(rows, figure.over), exp.Literal.number(0))
        return exp.Div(this=part, expression=whole)
    if figure.out_of:
        return percent_of(figure_term(rows, replace(figure, out_of=None)), figure_term(rows, figure.out_of))
    if figure.minus:
        alone = replace(figure, minus=None)
        return exp.Paren(this=exp.Sub(this=_or_nothing(rows, alone), expression=_or_nothing(rows, figure.minus)))
    if figure.per:
        return _per_row(rows, figure)
    condition = exp.and_(*(row_condition(rows, test) for test in figure.tests)) if figure.tests else None
    if figure.function in ("count", "count_distinct"):
        return _count(rows, figure, condition)
    value = _value(rows, figure)
    if figure.function == "value":
        return times(value, figure.unit_factor)
    if condition is not None:
        value = exp.Case(ifs=[exp.If(this=condition, true=value)])
    return times(_AGGREGATES[figure.function](this=value), figure.unit_factor)


def named_figure(rows: JoinedRows, figure: QueryFigure) -> exp.Expr:
    """As a result column, under a name where the term alone tells none."""
    term = figure_term(rows, figure)
    if figure.derived == DISCOUNT_GIVEN:
        return exp.alias_(term, DISCOUNT_GIVEN)
    if figure.over:
        names = (figure_label(rows.source.labels, one) for one in (figure, figure.over))
        return exp.alias_(term, "_".join("_per_".join(names).split()), quoted=True)
    if figure.out_of:
        return exp.alias_(term, "change_percent" if figure.minus else "percent")
    if figure.minus:
        return exp.alias_(term, "change")
    return exp.alias_(term, _DAY_NAMES[figure.function]) if figure.until and figure.function in _DAY_NAMES else term


def _per_row(rows: JoinedRows, figure: QueryFigure) -> exp.Expr:
    """NULL where there are none."""
    counted = key_term(rows, figure.per)
    number = exp.Count(this=exp.Distinct(expressions=[counted]))
    whole = exp.func("NULLIF", number, exp.Literal.number(0))
    part = exp.Mul(this=exp.Literal.number("1.0"), expression=figure_term(rows, replace(figure, per="")))
    return exp.Div(this=part, expression=whole)


def key_term(rows: JoinedRows, table: str, via: Via = ()) -> exp.Expr:
    """Raises CannotWrite."""
    entity = rows.source.model.entity(table)
    if entity is None or len(entity.key) != 1:
        raise CannotWrite(table)
    return column_term(rows.alias(table, via), entity.key[0])


def running_term(figure: exp.Expr, order: Sequence[exp.Expr]) -> exp.Expr:
    """Added up over the groups in their order."""
    total = exp.Sum(this=figure.unalias().copy())
    ordered = exp.Order(expressions=[exp.Ordered(this=one.copy()) for one in order])
    return exp.alias_(exp.Window(this=total, order=ordered), "running_total")


def part_of_all_term(figure: exp.Expr) -> exp.Expr:
    """The percentage that each group has of all groups."""
    whole = exp.Window(this=exp.Sum(this=figure.unalias().copy()))
    return exp.alias_(percent_of(figure.unalias().copy(), whole), "share_percent")


def share_term(rows: JoinedRows, figure: QueryFigure | None, tests: Sequence[RowTest]) -> exp.Expr:
    """The percentage of the rows, or of the figure, for which the tests hold."""
    part = _sum_where(rows, figure, exp.and_(*(_part_condition(rows, test) for test in tests)))
    whole = exp.Count(this=exp.Star()) if _counts(figure) else exp.Sum(this=_value(rows, figure))
    return exp.alias_(percent_of(part, whole), "share_percent")


def _part_condition(rows: JoinedRows, test: RowTest) -> exp.Expr:
    """Looked at for every row: what exists is looked up by key."""
    return key_condition(rows, test) if isinstance(test, Existence) else row_condition(rows, test)


def growth_term(rows: JoinedRows, figure: QueryFigure | None, periods: tuple[PeriodTest, PeriodTest]) -> exp.Expr:
    before, after = (_sum_where(rows, figure, row_condition(rows, period)) for period in periods)
    change = exp.Sub(this=after, expression=before)
    return exp.alias_(percent_of(change, before.copy()), "growth_percent")


def comparison_term(rows: JoinedRows, one: ComparedFigure, query: BusinessQuery) -> exp.Expr:
    figure = figure_term(rows, one.figure)
    if one.other is not None:
        sides = {"this": _or_nothing(rows, one.figure), "expression": _or_nothing(rows, one.other)}
        return COMPARE[one.operator](**sides)
    bound = number_term(one.value) if one.value is not None else _average(rows, one, query)
    return COMPARE[one.operator](this=figure, expression=bound)


def _or_nothing(rows: JoinedRows, figure: QueryFigure) -> exp.Expr:
    """0 where no row counts: a group that sold nothing in a period."""
    term = figure_term(rows, figure)
    is_missing = figure.function not in ("count", "count_distinct") and bool(figure.tests)
    return exp.Coalesce(this=term, expressions=[exp.Literal.number(0)]) if is_missing else term


def _average(rows: JoinedRows, one: ComparedFigure, query: BusinessQuery) -> exp.Expr:
    """Over all rows but those that are usually left out, or over those that are asked about; or over the groups."""
    inner = JoinedRows(rows.source, rows.base, rows.prefix + "a")
    if one.is_of_groups:
        return _average_of_groups(inner, one.figure, query)
    value = _value(inner, one.figure)
    meant = [test for test in query.tests if one.is_within or (isinstance(test, ColumnTest) and test.is_default)]
    conditions = [row_condition(inner, test) for test in meant]
    return inner.select_from(exp.select(exp.Avg(this=value))).where(*conditions, copy=False).subquery(copy=False)


def _average_of_groups(rows: JoinedRows, figure: QueryFigure, query: BusinessQuery) -> exp.Expr:
    """Over the same rows: those of the period and the place that are asked about."""
    value = exp.alias_(figure_term(rows, figure), "group_figure")
    keys = [_group_key(rows, group) for group in query.groups]
    conditions = [row_condition(rows, test) for test in query.tests]
    grouped = rows.select_from(exp.select(value)).where(*conditions, copy=False).group_by(*keys, copy=False)
    average = exp.Avg(this=exp.column("group_figure", table="every_group"))
    return exp.select(average).from_(grouped.subquery("every_group")).subquery()


def _group_key(rows: JoinedRows, group: GroupedBy) -> exp.Expr:
    if isinstance(group, DateGrain):
        return date_bucket(rows.value(group.table, group.column, group.via), group.grain, rows.source.dialect)
    if isinstance(group, EntityRow):
        return key_term(rows, group.table, group.via)
    return rows.value(group.table, group.column, group.via)


def _count(rows: JoinedRows, figure: QueryFigure, condition: exp.Expr | None) -> exp.Expr:
    is_distinct = figure.function == "count_distinct"
    counted = _counted(rows, figure, is_distinct)
    if counted is None:
        if condition is None:
            return exp.Count(this=exp.Star())
        counted, is_distinct = exp.Literal.number(1), False
    elif not figure.column:
        is_distinct = True
    if condition is not None:
        counted = exp.Case(ifs=[exp.If(this=condition, true=counted)])
    return exp.Count(this=exp.Distinct(expressions=[counted]) if is_distinct else counted)


def _counted(rows: JoinedRows, figure: QueryFigure, is_distinct: bool) -> exp.Expr | None:
    """None where every row counts: nothing was joined that repeats it."""
    if figure.column:
        return rows.value(figure.table, figure.column)
    if figure.table == rows.base and not (rows.multiplies or is_distinct):
        return None
    entity = rows.source.model.entity(figure.table)
    if entity is None or len(entity.key) != 1:
        return None
    return column_term(rows.alias(figure.table), entity.key[0])


def _counts(figure: QueryFigure | None) -> bool:
    return figure is None or figure.function == "count"


def _value(rows: JoinedRows, figure: QueryFigure | None) -> exp.Expr:
    if figure is None or not (figure.derived or figure.column):
        return exp.Literal.number(1)
    if figure.until:
        start = rows.value(figure.table, figure.column)
        return days_between(start, rows.value(figure.until.table, figure.until.column), rows.source.dialect)
    return rows.derived(figure.table, figure.derived) if figure.derived else rows.amount(figure.table, figure.column)


def _sum_where(rows: JoinedRows, figure: QueryFigure | None, condition: exp.Expr) -> exp.Expr:
    value = exp.Literal.number(1) if _counts(figure) else _value(rows, figure)
    return exp.Sum(this=exp.Case(ifs=[exp.If(this=condition, true=value)], default=exp.Literal.number(0)))
