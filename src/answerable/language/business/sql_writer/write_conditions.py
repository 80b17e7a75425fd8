"""Which rows are meant, as SQL conditions."""

from __future__ import annotations

from datetime import date

from sqlglot import exp

from answerable.language.business.business_query import (
    CalendarTest,
    ColumnTest,
    DatesTest,
    Existence,
    PeriodTest,
    RowTest,
)
from answerable.language.business.relationship_paths import PathStep
from answerable.language.business.sql_writer.joined_rows import CannotWrite, JoinedRows
from answerable.language.business.sql_writer.sql_terms import COMPARE, column_term, day_term, literal_term, number_term
from answerable.language.business.sql_writer.text_conditions import text_condition
from answerable.language.business.sql_writer.time_grains import date_bucket

__all__ = ["key_condition", "row_condition"]


def row_condition(rows: JoinedRows, test: RowTest) -> exp.Expr:
    """Raises CannotWrite."""
    if isinstance(test, Existence):
        return _existence(rows, test)
    if rows.is_below(test.table, test.via):
        return _existence(rows, Existence(test.table, (test,)))
    if isinstance(test, CalendarTest):
        return _calendar(rows, test)
    if isinstance(test, DatesTest):
        first, second = (rows.value(test.table, name, test.via) for name in (test.column, test.other))
        return COMPARE[test.operator](this=first, expression=second)
    return _periods(rows, test) if isinstance(test, PeriodTest) else _column_condition(rows, test)


def _calendar(rows: JoinedRows, test: CalendarTest) -> exp.Expr:
    value = rows.value(test.table, test.column, test.via)
    return _one_of(date_bucket(value, test.grain, rows.source.dialect), test.values)


def _periods(rows: JoinedRows, test: PeriodTest) -> exp.Expr:
    value = rows.value(test.table, test.column, test.via)
    spans = [_within(value, start, end) for start, end in ((test.start, test.end), *test.others)]
    return exp.Paren(this=exp.or_(*spans)) if len(spans) > 1 else spans[0]


def _within(value: exp.Expr, start: date | None, end: date | None) -> exp.Expr:
    bounds = [(exp.GTE, start), (exp.LT, end)]
    found = [kind(this=value.copy(), expression=day_term(day)) for kind, day in bounds if day is not None]
    return exp.and_(*found) if found else exp.true()


def _column_condition(rows: JoinedRows, test: ColumnTest) -> exp.Expr:
    if test.operator in COMPARE:
        amount = rows.amount(test.table, test.column, test.via) if not test.derived else None
        value = amount if amount is not None else rows.derived(test.table, test.derived)
        return COMPARE[test.operator](this=value, expression=number_term(test.values[0]))
    alias = rows.alias(test.table, test.via)
    names = test.column.split("|")
    if len(names) > 1:
        pairs = zip(names, test.values, strict=True)
        return exp.and_(*(exp.EQ(this=column_term(alias, name), expression=literal_term(one)) for name, one in pairs))
    column = column_term(alias, test.column)
    if test.operator.endswith(("contains", "starts_with")):
        return text_condition(column, test.operator, [*map(str, test.values)], rows.source.dialect)
    return _membership(column, test.operator, test.values)


def _membership(column: exp.Expr, operator: str, values: tuple[str | int | float, ...]) -> exp.Expr:
    missing = exp.Is(this=column, expression=exp.Null())
    if operator == "is_null":
        return _missing(column, missing, values)
    if operator == "is_not_null":
        return exp.Not(this=_missing(column, missing, values))
    found = _one_of(column, values)
    # A row without a value has none of those that are left out.
    return exp.Paren(this=exp.or_(exp.Not(this=found), missing.copy())) if operator == "not_in" else found


def _missing(column: exp.Expr, is_null: exp.Expr, values: tuple[str | int | float, ...]) -> exp.Expr:
    """NULL, or one of the values that stand for nothing in this column: empty text, 0."""
    return exp.Paren(this=exp.or_(is_null, _one_of(column, values))) if values else is_null


def _one_of(column: exp.Expr, values: tuple[str | int | float, ...]) -> exp.Expr:
    if len(values) == 1:
        return exp.EQ(this=column.copy(), expression=literal_term(values[0]))
    return exp.In(this=column.copy(), expressions=[literal_term(value) for value in values])


def _existence(rows: JoinedRows, test: Existence) -> exp.Expr:
    if test.least > 1 or test.most is not None:
        return key_condition(rows, test)
    first, inner = _rows_below(rows, test.table)
    if len(first.pairs) == 1 and not first.is_up:
        return key_condition(rows, test)  # EXISTS is tried for each row, slowly where no index helps
    conditions = [*_ties(rows, inner, first), *(row_condition(inner, one) for one in test.tests)]
    found = exp.Exists(
        this=inner.select_from(exp.select(exp.Literal.number(1), copy=False)).where(*conditions, copy=False)
    )
    return exp.Not(this=found) if test.is_negated else found


def key_condition(rows: JoinedRows, test: Existence) -> exp.Expr:
    """By the keys of all rows that have so many: read once, and not again for each row. Raises CannotWrite."""
    first, inner = _rows_below(rows, test.table)
    if len(first.pairs) != 1:
        raise CannotWrite(f"{rows.base} to {test.table} by one key")
    ((outer_column, inner_column),) = first.pairs
    key = column_term(f"{inner.prefix}0", inner_column)
    conditions = [row_condition(inner, one) for one in test.tests]
    # A key that is missing would make every absence unknown.
    known = exp.Not(this=exp.Is(this=key.copy(), expression=exp.Null()))
    keys = inner.select_from(exp.select(key, copy=False)).where(known, *conditions, copy=False)
    is_without = test.is_negated or test.least == 0
    if bounds := _bounds(test):
        keys = keys.group_by(key.copy(), copy=False).having(bounds, copy=False)
    found = exp.In(this=column_term(f"{rows.prefix}0", outer_column), query=keys.subquery(copy=False))
    return exp.Not(this=found) if is_without else found


def _bounds(test: Existence) -> exp.Expr | None:
    """None where one row is enough. Of those with few rows or none, the ones with more are taken away."""
    number = exp.Count(this=exp.Star())
    least, most = exp.Literal.number(test.least), exp.Literal.number(test.most or 0)
    if test.least == 0:
        return exp.GT(this=number, expression=most)
    if test.most is None:
        return exp.GTE(this=number, expression=least) if test.least > 1 else None
    if test.most == test.least:
        return exp.EQ(this=number, expression=least)
    return exp.Between(this=number, low=least, high=most)


def _rows_below(rows: JoinedRows, table: str) -> tuple[PathStep, JoinedRows]:
    """The first step there, and the rows from that step on, joined as far as the table."""
    path = rows.source.paths.path(rows.base, table)
    if not path:
        raise CannotWrite(f"{rows.base} to {table}")
    inner = JoinedRows(rows.source, path[0].target, rows.prefix + "e")
    if path[0].target != table:
        inner.alias(table)
    return path[0], inner


def _ties(rows: JoinedRows, inner: JoinedRows, first: PathStep) -> list[exp.Expr]:
    return [
        exp.EQ(this=column_term(f"{inner.prefix}0", b), expression=column_term(f"{rows.prefix}0", a))
        for a, b in first.pairs
    ]
