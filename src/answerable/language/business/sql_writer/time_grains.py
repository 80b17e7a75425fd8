"""The year, quarter, month, week, day, weekday or hour of a date, as text that people know, in each dialect."""

from __future__ import annotations

from sqlglot import exp

__all__ = ["date_bucket", "days_between"]

_FORMATS = {"year": "%Y", "month": "%Y-%m", "week": "%Y-%W", "day": "%Y-%m-%d", "hour": "%H", "month_of_year": "%m"}
_WEEKDAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")


def date_bucket(value: exp.Expr, grain: str, dialect: str) -> exp.Expr:
    if dialect == "sqlite":
        return _sqlite_bucket(value, grain)
    if grain == "weekday":
        return _weekday_name(value, dialect)
    day = exp.Cast(this=value, to=exp.DataType.build("timestamp" if grain == "hour" else "date"))
    if grain == "quarter":
        return _quarter(_formatted(day, "%Y"), exp.Extract(this=exp.var("QUARTER"), expression=day.copy()))
    return _formatted(day, _FORMATS[grain])


def _formatted(day: exp.Expr, form: str) -> exp.Expr:
    return exp.TimeToStr(this=day, format=exp.Literal.string(form))


def _weekday_name(value: exp.Expr, dialect: str) -> exp.Expr:
    if dialect == "postgres":
        return exp.Anonymous(this="TO_CHAR", expressions=[value, exp.Literal.string("FMDay")])
    return exp.Anonymous(this="DAYNAME", expressions=[value])


def _quarter(year: exp.Expr, number: exp.Expr) -> exp.Expr:
    text = exp.Cast(this=number, to=exp.DataType.build("text"))
    return exp.Concat(expressions=[year, exp.Literal.string("-Q"), text], safe=True, coalesce=False)


def _sqlite_bucket(value: exp.Expr, grain: str) -> exp.Expr:
    if grain == "quarter":
        return _sqlite_quarter(value)
    if grain == "weekday":
        ifs = [exp.If(this=exp.Literal.string(str(i)), true=exp.Literal.string(day)) for i, day in enumerate(_WEEKDAYS)]
        return exp.Case(this=_strftime("%w", value), ifs=ifs)
    return _strftime(_FORMATS[grain], value)


def _sqlite_quarter(value: exp.Expr) -> exp.Expr:
    month = exp.Cast(this=_strftime("%m", value), to=exp.DataType.build("int"))
    after = exp.Paren(this=exp.Add(this=month, expression=exp.Literal.number(2)))
    number = exp.Cast(this=exp.IntDiv(this=after, expression=exp.Literal.number(3)), to=exp.DataType.build("text"))
    year = exp.DPipe(this=_strftime("%Y", value), expression=exp.Literal.string("-Q"))
    return exp.DPipe(this=year, expression=number)


def _strftime(form: str, value: exp.Expr) -> exp.Expr:
    return exp.Anonymous(this="STRFTIME", expressions=[exp.Literal.string(form), value.copy()])


def days_between(start: exp.Expr, end: exp.Expr, dialect: str) -> exp.Expr:
    """Fractions of a day count in SQLite; other engines count the days."""
    if dialect == "sqlite":
        days = [exp.Anonymous(this="JULIANDAY", expressions=[one]) for one in (end, start)]
        return exp.Paren(this=exp.Sub(this=days[0], expression=days[1]))
    dates = [exp.Cast(this=one, to=exp.DataType.build("date")) for one in (end, start)]
    return exp.DateDiff(this=dates[0], expression=dates[1], unit=exp.var("DAY"))
