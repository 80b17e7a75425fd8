"""Which rows are meant, as SQL conditions."""

from __future__ import annotations

from datetime import date

from sqlglot import exp

from answerable.language.business.business_query import CalendarTest, ColumnTest, Existence, PeriodTest, RowTest
from answerable.language.business.joined_rows import CannotWrite, JoinedRows
from answerable.language.business.sql_terms import COMPARE, column_term, day_term, literal_term, number_term
from answerable.language.business.text_conditions import text_condition
from answerable.language.business.time_grains import date_bucket

__all__ = ["row_condition"]


def row_condition(rows: JoinedRows, test: RowTest) -> exp.Expr:
    """Raises CannotWrite."""
    if isinstance(test, Existence):
        return _existence(rows, test)
    if rows.is_below(test.table, test.via):
        return _existence(rows, Existence(test.table, (test,)))
    if isinstance(test, CalendarTest):
        return _calendar(rows, test)
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
    path = rows.source.paths.path(rows.base, test.table)
    if not path:
        raise CannotWrite(f"{rows.base} to {test.table}")
    first = path[0]
    inner = JoinedRows(rows.source, first.target, rows.prefix + "e")
    if first.target != test.table:
        inner.alias(test.table)
    conditions = [row_condition(inner, one) for one in test.tests]
    if len(first.pairs) == 1 and not first.is_up:
        return _among(rows, inner, first.pairs[0], conditions, test)
    conditions += [
        exp.EQ(this=column_term(f"{inner.prefix}0", b), expression=column_term(f"{rows.prefix}0", a))
        for a, b in first.pairs
    ]
    if test.least > 1:
        counted = inner.select_from(exp.select(exp.Count(this=exp.Star()))).where(*conditions)
        return exp.GTE(this=counted.subquery(), expression=exp.Literal.number(test.least))
    found = exp.Exists(this=inner.select_from(exp.select(exp.Literal.number(1))).where(*conditions))
    return exp.Not(this=found) if test.is_negated else found


def _among(
    rows: JoinedRows, inner: JoinedRows, pair: tuple[str, str], conditions: list[exp.Expr], test: Existence
) -> exp.Expr:
    """By a list of keys, which engines make once; EXISTS is tried for each row, slowly where no index helps."""
    key, pointer = column_term(f"{rows.prefix}0", pair[0]), column_term(f"{inner.prefix}0", pair[1])
    if test.is_negated:  # NOT IN holds for no row where the list has a NULL
        conditions = [*conditions, exp.Not(this=exp.Is(this=pointer.copy(), expression=exp.Null()))]
    keys = inner.select_from(exp.select(pointer))
    keys = keys.where(*conditions) if conditions else keys
    if test.least > 1:
        enough = exp.GTE(this=exp.Count(this=exp.Star()), expression=exp.Literal.number(test.least))
        keys = keys.group_by(pointer.copy()).having(enough)
    found = exp.In(this=key, query=keys.subquery())
    return exp.Not(this=found) if test.is_negated else found
