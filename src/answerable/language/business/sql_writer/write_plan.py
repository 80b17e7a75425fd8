"""What happened beside what was planned, period by period: each side added up first, then joined on the period."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlglot import exp

from answerable.language.business.business_query import (
    BusinessQuery,
    ColumnTest,
    DateGrain,
    PlanMatch,
    QueryFigure,
    RowTest,
)
from answerable.language.business.descriptions.describe_figures import figure_label
from answerable.language.business.sql_writer.joined_rows import CannotWrite, JoinedRows, WriterSource
from answerable.language.business.sql_writer.sql_terms import COMPARE, column_term, table_term
from answerable.language.business.sql_writer.time_grains import date_bucket
from answerable.language.business.sql_writer.write_conditions import row_condition
from answerable.language.business.sql_writer.write_figures import figure_term

__all__ = ["write_plan"]

_ACTUAL, _PLAN = "actual", "plan"
_PERIOD, _HAPPENED, _PLANNED = "planned_period", "happened_sum", "planned_sum"
_PLURALS = {"day": "days", "week": "weeks", "month": "months", "quarter": "quarters", "year": "years"}


def write_plan(query: BusinessQuery, plan: PlanMatch, source: WriterSource) -> exp.Expr:
    """Raises CannotWrite."""
    period, happened = exp.column(_PERIOD, table=_ACTUAL), exp.column(_HAPPENED, table=_ACTUAL)
    planned = exp.column(_PLANNED, table=_PLAN)
    tied = exp.EQ(this=period.copy(), expression=exp.column(_PERIOD, table=_PLAN))
    figures = zip(_names(query.figures[0], plan.figure, source), (happened, planned), strict=True)
    shown = [exp.alias_(period, plan.grain), *(exp.alias_(term, name, quoted=True) for name, term in figures)]
    number = exp.alias_(exp.Count(this=exp.Star()), _PLURALS.get(plan.grain, "periods"))
    select = exp.select(*([number] if plan.is_counted else shown))
    select = select.from_(_actual(query, source).subquery(_ACTUAL))
    select = select.join(_planned(query, plan, source).subquery(_PLAN), on=tied)
    if plan.operator:
        select = select.where(COMPARE[plan.operator](this=happened.copy(), expression=planned.copy()))
    return select if plan.is_counted else select.order_by(period.copy())


def _names(happened: QueryFigure, planned: QueryFigure, source: WriterSource) -> tuple[str, str]:
    """What people call the two."""
    one, other = (re.sub(r"\W+", "_", figure_label(source.labels, figure)) for figure in (happened, planned))
    return (one, other) if one != other else (one, f"{other}_planned")


def _actual(query: BusinessQuery, source: WriterSource) -> exp.Select:
    rows = JoinedRows(source, query.base)
    days = [group for group in query.groups if isinstance(group, DateGrain)]
    if len(days) != 1 or len(query.groups) != 1:
        raise CannotWrite("a plan is matched by its period alone")
    bucket = date_bucket(rows.value(days[0].table, days[0].column), days[0].grain, source.dialect)
    figure = exp.alias_(figure_term(rows, query.figures[0]), _HAPPENED)
    conditions = [row_condition(rows, test) for test in query.tests]
    shown = exp.select(exp.alias_(bucket, _PERIOD), figure)
    return rows.select_from(shown).where(*conditions).group_by(bucket.copy())


def _planned(query: BusinessQuery, plan: PlanMatch, source: WriterSource) -> exp.Select:
    rows = JoinedRows(source, plan.figure.table, "p")
    bucket = _period(rows, plan)
    figure = exp.alias_(figure_term(rows, plan.figure), _PLANNED)
    conditions = [row_condition(rows, test) for test in _tests_of_plan(query.tests, plan, source)]
    select = rows.select_from(exp.select(exp.alias_(bucket, _PERIOD), figure)).where(*conditions)
    select = select.group_by(bucket.copy())
    return _each_row_once(select, plan.figure.table, source)


def _each_row_once(select: exp.Select, table: str, source: WriterSource) -> exp.Select:
    """A table without a key may hold the very same row twice."""
    entity = source.model.entity(table)
    found = source.schema.table(table)
    if entity is None or entity.key or found is None:
        return select
    columns = [one.name for one in found.columns]
    once = exp.select(*(column_term("every", name) for name in columns)).distinct().from_(table_term(table, "every"))
    select.set("from_", exp.From(this=once.subquery("p0")))
    return select


def _period(rows: JoinedRows, plan: PlanMatch) -> exp.Expr:
    """As the period of what happened is written: 2025 or 2025-03."""
    table, dialect = plan.figure.table, rows.source.dialect
    if any((one.table, one.column) == (table, plan.columns[0]) for one in rows.source.model.dates):
        return date_bucket(rows.value(table, plan.columns[0]), plan.grain, dialect)
    year, *month = (rows.value(table, name) for name in plan.columns)
    return _year_and_month(year, month[0]) if month else _text(year)


def _year_and_month(year: exp.Expr, month: exp.Expr) -> exp.Expr:
    is_short = exp.LT(this=month.copy(), expression=exp.Literal.number(10))
    dash = exp.Case(ifs=[exp.If(this=is_short, true=exp.Literal.string("-0"))], default=exp.Literal.string("-"))
    return exp.Concat(expressions=[_text(year), dash, _text(month)], safe=True, coalesce=False)


def _text(value: exp.Expr) -> exp.Expr:
    return exp.Cast(this=value, to=exp.DataType.build("text"))


def _tests_of_plan(tests: Sequence[RowTest], plan: PlanMatch, source: WriterSource) -> list[RowTest]:
    """A condition on what both belong to holds for both; one that the plan knows nothing of makes no fair match."""
    meant = [test for test in tests if isinstance(test, ColumnTest) and not test.is_default]
    if any(source.paths.path(plan.figure.table, test.table, only_up=True) is None for test in meant):
        raise CannotWrite(plan.figure.table)
    return list(meant)
