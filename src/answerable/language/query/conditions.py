"""Filters as conditions of a WHERE or HAVING. Values from the question only ever become literals."""

from __future__ import annotations

from decimal import Decimal

from sqlglot import exp

from answerable.kernel.schema import Column, Kind
from answerable.language.linking.column_traits import clock, is_cents
from answerable.language.query.date_buckets import bound_literal
from answerable.language.query.sql_names import SqlNames
from answerable.language.query_model.definitions import Expression
from answerable.language.query_model.filled_query import Filter, Whole
from answerable.language.question.dates.calendar_periods import Period
from answerable.sql.column_ref import ColumnRef

__all__ = ["comparison_sql", "condition", "literal"]

_PEER = "peer"
_WHOLES = {"avg": exp.Avg, "max": exp.Max, "min": exp.Min}


def literal(value: str | Decimal) -> exp.Expr:
    if isinstance(value, str):
        return exp.Literal.string(value)
    number = exp.Literal.number(format(abs(value), "f"))
    return exp.Neg(this=number) if value < 0 else number


def comparison_sql(left: exp.Expr, op: str, values: tuple[exp.Expr, ...]) -> exp.Expr:
    if op == "between":
        return exp.Between(this=left, low=values[0], high=values[1])
    if op in ("in", "not_in"):
        inside = exp.In(this=left, expressions=list(values))
        return exp.Not(this=inside) if op == "not_in" else inside
    simple = {"eq": exp.EQ, "ne": exp.NEQ, "gt": exp.GT, "ge": exp.GTE, "lt": exp.LT, "le": exp.LTE}
    return simple[op](this=left, expression=values[0])


def condition(filter_: Filter, column: Column, names: SqlNames, dialect: str) -> exp.Expr:
    """One filter on one column, as its dialect writes it."""
    left = names.column(filter_.ref)
    if filter_.op == "period":
        any_of = [_within(left, period, column, dialect) for period in filter_.values]
        return any_of[0] if len(any_of) == 1 else exp.Paren(this=exp.or_(*any_of, copy=False))
    if filter_.op in ("null", "not_null", "empty", "filled"):
        return _presence(left, filter_.op)
    if filter_.op in ("true", "false"):
        return _truth(left, filter_.op == "true", column)
    if filter_.op in ("meets", "fails"):
        return _met(filter_.values[0], filter_.op == "meets", names)
    if filter_.op in ("same", "contains", "starts", "ends"):
        return _alike(left, filter_.op, str(filter_.values[0]).lower())
    values = tuple(_operand(value, filter_, column, names) for value in filter_.values)
    return comparison_sql(left, filter_.op, values)


def _met(expression: object, wanted: bool, names: SqlNames) -> exp.Expr:
    """Somebody's own test; a row of which it cannot be said does not meet it."""
    assert isinstance(expression, Expression)
    if wanted:
        return expression.test(names)
    fails = exp.Case(
        ifs=[exp.If(this=expression.tree(names), true=exp.Literal.number(0))], default=exp.Literal.number(1)
    )
    return exp.EQ(this=fails, expression=exp.Literal.number(1))


def _operand(value: object, filter_: Filter, column: Column, names: SqlNames) -> exp.Expr:
    """What a column is compared with: a literal, a column, or an aggregate of the column itself over all its rows."""
    if isinstance(value, ColumnRef):
        return names.column(value)
    if isinstance(value, Whole):
        return _whole(value, filter_.ref, names)
    assert isinstance(value, str | Decimal)
    return literal(_stored(value, column))


def _whole(value: Whole, ref: ColumnRef, names: SqlNames) -> exp.Expr:
    """The column's aggregate over all rows, or over those of the same group as the row that is tested."""
    if not value.within:
        figure = _WHOLES[value.function](this=names.column(ref))
        return exp.Select().select(figure).from_(names.table(ref.table)).subquery()
    figure = _WHOLES[value.function](this=names.column(ref, _PEER))
    own, shared = (
        names.column(ColumnRef(ref.table, value.within)),
        names.column(ColumnRef(ref.table, value.within), _PEER),
    )
    same = exp.EQ(this=shared, expression=own)
    return exp.Select().select(figure).from_(names.table(ref.table, _PEER)).where(same, copy=False).subquery()


def _alike(left: exp.Expr, op: str, text: str) -> exp.Expr:
    """Text compared whatever its case; `%` and `_` of the asker's own stand for themselves."""
    lowered = exp.Lower(this=left)
    if op == "same":
        return exp.EQ(this=lowered, expression=exp.Literal.string(text))
    plain = text.replace("!", "!!").replace("%", "!%").replace("_", "!_")
    before, after = ("%" if op in ("contains", "ends") else ""), ("%" if op in ("contains", "starts") else "")
    like = exp.Like(this=lowered, expression=exp.Literal.string(f"{before}{plain}{after}"))
    return like if plain == text else exp.Escape(this=like, expression=exp.Literal.string("!"))


def _stored(value: str | Decimal, column: Column) -> str | Decimal:
    """An amount as the column keeps it: 20.50 is 2050 in a column of cents."""
    return value * 100 if isinstance(value, Decimal) and is_cents(column) else value


def _presence(left: exp.Expr, op: str) -> exp.Expr:
    null = exp.Is(this=left, expression=exp.Null())
    if op == "null":
        return null
    if op == "not_null":
        return exp.Not(this=null)
    if op == "filled":
        return exp.NEQ(this=left, expression=exp.Literal.number(0))
    return exp.Paren(this=exp.Or(this=null, expression=exp.EQ(this=left.copy(), expression=exp.Literal.number(0))))


def _truth(left: exp.Expr, wanted: bool, column: Column) -> exp.Expr:
    if column.kind is Kind.BOOLEAN:
        return left if wanted else exp.Not(this=left)
    return exp.EQ(this=left, expression=exp.Literal.number(1 if wanted else 0))


def _within(left: exp.Expr, period: object, column: Column, dialect: str) -> exp.Expr:
    """Half-open, so that the last day counts whole whatever its hours."""
    assert isinstance(period, Period)
    how = clock(column) or "date"
    bounds: list[exp.Expr] = []
    if period.start:
        bounds.append(exp.GTE(this=left.copy(), expression=bound_literal(period.start, how, dialect)))
    if period.end:
        bounds.append(exp.LT(this=left.copy(), expression=bound_literal(period.end, how, dialect)))
    return exp.and_(*bounds, copy=False) if bounds else exp.true()
