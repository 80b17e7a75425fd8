"""Dates and times of other dialects in SQLite's functions: its own casts to dates keep nothing but the year."""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

__all__ = ["with_sqlite_dates"]

_DATES = (exp.DataType.Type.DATE,)
_TIMES = (
    exp.DataType.Type.TIMESTAMP,
    exp.DataType.Type.DATETIME,
    exp.DataType.Type.TIMESTAMPTZ,
    exp.DataType.Type.TIMESTAMPNTZ,
)
_WEEKDAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_PARTS = {"YEAR": "%Y", "MONTH": "%m", "DAY": "%d", "HOUR": "%H", "MINUTE": "%M", "DOW": "%w", "DAYOFWEEK": "%w"}
_STARTS = {"YEAR": "%Y-01-01", "MONTH": "%Y-%m-01", "DAY": "%Y-%m-%d"}
_DAY_NAMES = frozenset(("%A", "FM%uay"))
"""As sqlglot reads `FMDay` too."""


def with_sqlite_dates(tree: exp.Expr) -> exp.Expr:
    """The tree, changed in place, from the innermost calls outwards."""
    for node in reversed(list(tree.walk())):
        rewrite = _REWRITES.get(type(node))
        written = rewrite(node) if rewrite else node
        if written is not node:
            node.replace(written)
    return tree


def _cast(node: exp.Expr) -> exp.Expr:
    to = node.args["to"].this
    if to in _DATES:
        return _call("DATE", node.this)
    return _call("DATETIME", node.this) if to in _TIMES else node


def _text_of_time(node: exp.Expr) -> exp.Expr:
    written = node.args["format"].name
    return _weekday(node.this) if written in _DAY_NAMES else _call("STRFTIME", exp.Literal.string(written), node.this)


def _part(node: exp.Expr) -> exp.Expr:
    return _part_of(node.name.upper(), node.expression) or node


def _named_part(node: exp.Expr) -> exp.Expr:
    return _part_of(type(node).__name__.upper(), node.this) or node


def _part_of(part: str, moment: exp.Expr) -> exp.Expr | None:
    if part == "QUARTER":
        month = exp.paren(exp.Add(this=_strftime("%m", moment), expression=_number(2)))
        return _whole(exp.Div(this=month, expression=_number(3)))
    if part == "EPOCH":
        return exp.Mul(this=exp.paren(_days(moment)), expression=_number(86_400))
    return _strftime(_PARTS[part], moment) if part in _PARTS else None


def _days(moment: exp.Expr) -> exp.Expr:
    """Of an interval between two moments, or since SQLite's first day."""
    if isinstance(moment, exp.Sub):
        return exp.Sub(this=_call("JULIANDAY", moment.this), expression=_call("JULIANDAY", moment.expression))
    return moment if isinstance(moment, exp.Paren) else _call("JULIANDAY", moment)


def _start(node: exp.Expr) -> exp.Expr:
    unit = node.args["unit"].name.upper()
    written = _STARTS.get(unit)
    return _call("STRFTIME", exp.Literal.string(written), node.this) if written else node


def _moment(node: exp.Expr) -> exp.Expr:
    moment: exp.Expr = node.this
    return moment


def _from_epoch(node: exp.Expr) -> exp.Expr:
    """DuckDB's `MAKE_TIMESTAMP` counts millionths of seconds."""
    scale = node.args.get("scale")
    seconds = exp.Div(this=exp.paren(node.this), expression=_number(10 ** int(scale.name))) if scale else node.this
    return _call("DATETIME", seconds, exp.Literal.string("unixepoch"))


def _later(node: exp.Expr) -> exp.Expr:
    unit = node.args.get("unit")
    if unit is None or unit.name.upper() != "SECOND":
        return node
    seconds = exp.DPipe(this=_whole(node.expression), expression=exp.Literal.string(" seconds"))
    return _call("DATETIME", node.this, seconds)


def _day_name(node: exp.Expr) -> exp.Expr:
    return _weekday(node.this)


def _difference(node: exp.Expr) -> exp.Expr:
    """Days from one date to the other: `a - b` of two dates."""
    sides = (node.this, node.expression)
    if not all(isinstance(side, exp.Anonymous) and side.name.upper() == "DATE" for side in sides):
        return node
    return exp.Sub(this=_call("JULIANDAY", sides[0]), expression=_call("JULIANDAY", sides[1]))


def _days_between(node: exp.Expr) -> exp.Expr:
    unit = node.args.get("unit")
    if unit is not None and unit.name.upper() != "DAY":
        return node
    later, earlier = (_call("JULIANDAY", _call("DATE", side)) for side in (node.this, node.expression))
    return _whole(exp.Sub(this=later, expression=earlier))


def _weekday(moment: exp.Expr) -> exp.Expr:
    number = _call("STRFTIME", exp.Literal.string("%w"), moment.copy())
    ifs = [exp.If(this=exp.Literal.string(str(at)), true=exp.Literal.string(day)) for at, day in enumerate(_WEEKDAYS)]
    return exp.Case(this=number, ifs=ifs)


def _strftime(written: str, moment: exp.Expr) -> exp.Expr:
    return _whole(_call("STRFTIME", exp.Literal.string(written), moment.copy()))


def _whole(value: exp.Expr) -> exp.Expr:
    return exp.cast(value, "INTEGER")


def _number(value: int) -> exp.Expr:
    return exp.Literal.number(value)


def _call(name: str, *arguments: exp.Expr) -> exp.Expr:
    return exp.Anonymous(this=name, expressions=list(arguments))


_REWRITES: dict[type[exp.Expr], Callable[[exp.Expr], exp.Expr]] = {
    exp.Cast: _cast,
    exp.TryCast: _cast,
    exp.TimeToStr: _text_of_time,
    exp.Extract: _part,
    exp.Quarter: _named_part,
    exp.Year: _named_part,
    exp.Month: _named_part,
    exp.Day: _named_part,
    exp.Hour: _named_part,
    exp.Dayname: _day_name,
    exp.TsOrDsToTimestamp: _moment,
    exp.TsOrDsToDate: _moment,
    exp.AtTimeZone: _moment,
    exp.UnixToTime: _from_epoch,
    exp.TimestampAdd: _later,
    exp.DateTrunc: _start,
    exp.TimestampTrunc: _start,
    exp.Sub: _difference,
    exp.DateDiff: _days_between,
}
