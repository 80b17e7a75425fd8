"""Parts of an SQL tree that every writer of business queries uses: quoted names, literals, scaled values."""

from __future__ import annotations

from datetime import date

from sqlglot import exp

__all__ = ["COMPARE", "column_term", "day_term", "literal_term", "number_term", "percent_of", "table_term", "times"]

COMPARE = {">": exp.GT, ">=": exp.GTE, "<": exp.LT, "<=": exp.LTE}


def table_term(name: str, alias: str) -> exp.Expr:
    *namespace, bare = name.split(".")
    table = exp.Table(
        this=exp.to_identifier(bare, quoted=True),
        db=exp.to_identifier(namespace[0], quoted=True) if namespace else None,
    )
    return exp.alias_(table, alias, table=True)


def column_term(alias: str, name: str) -> exp.Expr:
    return exp.column(exp.to_identifier(name, quoted=True), table=alias)


def literal_term(value: str | int | float) -> exp.Expr:
    return exp.Literal.string(value) if isinstance(value, str) else exp.Literal.number(value)


def number_term(value: object) -> exp.Expr:
    number = float(str(value))
    return exp.Literal.number(int(number) if number == int(number) else number)


def day_term(day: date) -> exp.Expr:
    return exp.Literal.string(day.isoformat())


def times(value: exp.Expr, factor: float) -> exp.Expr:
    """A factor such as 0.01 is written as a division by 100.0, which rounds less."""
    if factor == 1.0:
        return value
    if factor < 1 and abs(1 / factor - round(1 / factor)) < 1e-9:
        return exp.Div(this=_wrapped(value), expression=exp.Literal.number(f"{round(1 / factor)}.0"))
    return exp.Mul(this=_wrapped(value), expression=exp.Literal.number(factor))


def percent_of(part: exp.Expr, whole: exp.Expr) -> exp.Expr:
    """NULL where the whole is nothing."""
    return exp.Div(
        this=exp.Mul(this=exp.Literal.number("100.0"), expression=_wrapped(part)),
        expression=exp.func("NULLIF", whole, exp.Literal.number(0)),
    )


def _wrapped(value: exp.Expr) -> exp.Expr:
    return exp.Paren(this=value) if isinstance(value, exp.Binary) else value
