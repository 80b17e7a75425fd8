"""Measures as syntax trees of the engine's dialect: hidden types read, cents divided, derived ones put together."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from sqlglot import exp

from answerable.semantics.read_expressions import read_expression
from answerable.semantics.semantic_model import BusinessMeasure, DerivedMeasure, SemanticModel

__all__ = ["column_expression", "derived_expression", "measure_expression"]


def column_expression(model: SemanticModel, table: str, column: str, alias: str = "", dialect: str = "") -> exp.Expr:
    """The column's value as what it is in truth: a text with a currency sign as a number, epoch seconds as a time."""
    plain = exp.column(column, table=alias or None, quoted=True)
    hidden = model.hidden_type(table, column)
    return read_expression(hidden, plain, dialect or model.dialect) if hidden else plain


def measure_expression(model: SemanticModel, measure: BusinessMeasure, alias: str = "", dialect: str = "") -> exp.Expr:
    """In its unit: cents as money."""
    return _scaled(column_expression(model, measure.table, measure.column, alias, dialect), measure.scale)


def derived_expression(
    model: SemanticModel, measure: DerivedMeasure, today: date, alias: str = "", dialect: str = ""
) -> exp.Expr:
    """`today` is what ages are counted up to."""
    dialect = dialect or model.dialect
    parts = dict(measure.parts)

    def part(name: str) -> exp.Expr:
        return column_expression(model, measure.table, parts[name], alias, dialect)

    match measure.kind:
        case "line_total":
            return _scaled(
                _discounted(exp.Mul(this=part("quantity"), expression=part("price")), parts, part), measure.scale
            )
        case "stay_total":
            days = exp.paren(_days(part("start"), part("end"), dialect))
            return _scaled(_discounted(exp.Mul(this=days, expression=part("price")), parts, part), measure.scale)
        case "discount_given":
            if parts["discount_unit"] == "money":
                return _scaled(_discount_share(parts, part), measure.scale)
            is_stay = parts["total"] == "stay_total"
            amount = exp.paren(_days(part("start"), part("end"), dialect)) if is_stay else part("quantity")
            whole = exp.Mul(this=amount, expression=part("price"))
            return _scaled(exp.Mul(this=whole, expression=exp.paren(_discount_share(parts, part))), measure.scale)
        case "gross":
            return _scaled(exp.paren(exp.Add(this=part("net"), expression=part("tax"))), measure.scale)
        case "margin":
            return _scaled(exp.paren(exp.Sub(this=part("price"), expression=part("cost"))), measure.scale)
        case "labour_total":
            total = exp.Mul(this=part("time"), expression=part("rate"))
            return _scaled(total, measure.scale / 60 if parts["time_unit"] == "minutes" else measure.scale)
        case "span":
            return _days(part("start"), part("end"), dialect)
        case "age" if "birth_year" in parts:
            return exp.paren(exp.Sub(this=exp.Literal.number(today.year), expression=part("birth_year")))
        case "age":
            return _AGES.get(dialect, _duckdb_age)(part("born"), exp.Literal.string(today.isoformat()))
    raise ValueError(f"no expression is known for {measure.kind!r}")


def _scaled(value: exp.Expr, scale: float) -> exp.Expr:
    """Divided where that is exact: 0.01 is none of the numbers that computers know."""
    if scale == 1:
        return value
    inverse = 1 / scale
    is_whole = abs(inverse - round(inverse)) < 1e-9 and scale < 1
    factor = exp.Literal.number(f"{round(inverse)}.0" if is_whole else f"{scale:g}")
    return exp.Div(this=value, expression=factor) if is_whole else exp.Mul(this=value, expression=factor)


def _discounted(total: exp.Expr, parts: dict[str, str], part: Callable[[str], exp.Expr]) -> exp.Expr:
    """A missing discount is none."""
    if "discount" not in parts:
        return total
    if parts["discount_unit"] == "money":
        return exp.paren(exp.Sub(this=total, expression=_discount_share(parts, part)))
    left = exp.Sub(this=exp.Literal.number(1), expression=_discount_share(parts, part))
    return exp.Mul(this=total, expression=exp.paren(left))


def _discount_share(parts: dict[str, str], part: Callable[[str], exp.Expr]) -> exp.Expr:
    discount = exp.Coalesce(this=part("discount"), expressions=[exp.Literal.number(0)])
    if parts["discount_unit"] == "percent":
        return exp.Div(this=discount, expression=exp.Literal.number("100.0"))
    return discount


def _call(name: str, *arguments: exp.Expr) -> exp.Expr:
    return exp.Anonymous(this=name, expressions=list(arguments))


def _as_date(value: exp.Expr) -> exp.Expr:
    return exp.Cast(this=value, to=exp.DataType.build("DATE"))


def _days(start: exp.Expr, end: exp.Expr, dialect: str) -> exp.Expr:
    if dialect == "sqlite":
        return exp.Sub(this=_call("JULIANDAY", end), expression=_call("JULIANDAY", start))
    if dialect == "mysql":
        return _call("DATEDIFF", end, start)
    return exp.Sub(this=_as_date(end), expression=_as_date(start))


def _sqlite_age(born: exp.Expr, today: exp.Expr) -> exp.Expr:
    def part(picture: str, of: exp.Expr) -> exp.Expr:
        return _call("STRFTIME", exp.Literal.string(picture), of.copy())

    years = exp.Sub(this=part("%Y", today), expression=part("%Y", born))
    is_before = exp.paren(exp.LT(this=part("%m-%d", today), expression=part("%m-%d", born)))
    return exp.paren(exp.Sub(this=years, expression=is_before))


def _duckdb_age(born: exp.Expr, today: exp.Expr) -> exp.Expr:
    return _call("DATESUB", exp.Literal.string("year"), _as_date(born), _as_date(today))


def _postgres_age(born: exp.Expr, today: exp.Expr) -> exp.Expr:
    return exp.Extract(this=exp.var("YEAR"), expression=_call("AGE", _as_date(today), _as_date(born)))


def _mysql_age(born: exp.Expr, today: exp.Expr) -> exp.Expr:
    return _call("TIMESTAMPDIFF", exp.var("YEAR"), born, today)


_AGES = {"sqlite": _sqlite_age, "duckdb": _duckdb_age, "postgres": _postgres_age, "mysql": _mysql_age}
