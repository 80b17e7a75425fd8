"""The expression that reads a hidden type, as a syntax tree of the engine's dialect; NULL for unreadable values.

Dates come as the engine's own dates; in SQLite as ISO text, which its date functions take and which sorts by time.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from sqlglot import exp

from answerable.semantics.semantic_model import HiddenType

__all__ = ["DIALECTS", "read_expression"]

DIALECTS = ("sqlite", "duckdb", "postgres", "mysql")

Reader = Callable[[HiddenType, exp.Expr], exp.Expr]

_STRPTIME = {"yyyy": "%Y", "mm": "%m", "dd": "%d", "hh:MM": "%H:%M"}


def read_expression(hidden: HiddenType, column: exp.Expr, dialect: str) -> exp.Expr:
    """Of an engine that is none of the four, as DuckDB writes it, which is nearest to standard SQL."""
    readers = _READERS.get(dialect, _READERS["duckdb"])
    return readers[_family(hidden)](hidden, column)


def _family(hidden: HiddenType) -> str:
    if hidden.format.startswith("epoch"):
        return "epoch"
    return (
        hidden.kind
        if hidden.kind in ("time", "month")
        else "date"
        if hidden.kind in ("date", "timestamp")
        else "number"
    )


def _call(name: str, *arguments: exp.Expr | str | int) -> exp.Expr:
    given = [one if isinstance(one, exp.Expr) else _literal(one) for one in arguments]
    return exp.Anonymous(this=name, expressions=given)


def _literal(value: str | int) -> exp.Expr:
    return exp.Literal.string(value) if isinstance(value, str) else exp.Literal.number(value)


def _cast(this: exp.Expr, to: str) -> exp.Expr:
    return exp.Cast(this=this, to=exp.DataType.build(to))


def _when(condition: exp.Expr, value: exp.Expr) -> exp.Expr:
    return exp.Case(ifs=[exp.If(this=condition, true=value)])


def _without(column: exp.Expr, *signs: str) -> exp.Expr:
    for sign in signs:
        column = _call("REPLACE", column, sign, "")
    return column


_SIGNS = {
    "EUR": ("€", "EUR", "Euro"),
    "USD": ("$", "USD"),
    "GBP": ("£", "GBP"),
    "KRW": ("₩", "원", "KRW"),
    "JPY": ("¥", "JPY"),
    "INR": ("₹", "INR"),
    "CHF": ("CHF", "Fr."),
}


def _digits(hidden: HiddenType, column: exp.Expr) -> exp.Expr:
    """The number's digits with a decimal point, signs and separators of thousands taken out."""
    signs = _SIGNS.get(hidden.currency, (hidden.currency,) if hidden.currency else ())
    bare = _without(column, *signs, "%" if hidden.kind == "percent" else "", " ", "\xa0")
    if hidden.format == "1.234,56":
        return _call("REPLACE", _without(bare, "."), ",", ".")
    return _without(bare, ",")


def _clean(hidden: HiddenType, column: exp.Expr) -> exp.Expr:
    """`REPLACE(x, '', '')` does nothing everywhere, so it is left out."""

    def bare(node: exp.Expr) -> exp.Expr:
        is_idle = isinstance(node, exp.Anonymous) and node.this == "REPLACE" and node.expressions[1].name == ""
        return node.expressions[0] if is_idle else node

    return _digits(hidden, column).transform(bare)


def _pattern(hidden: HiddenType) -> str:
    """A regular expression that a readable date matches, over its first characters."""
    shapes = {"yyyy": "[0-9]{4}", "mm": "(0[1-9]|1[0-2])", "dd": "(0[1-9]|[12][0-9]|3[01])", ".": "[.]"}
    text = hidden.format[:10].strip() if hidden.format != "yyyymmdd" else hidden.format
    return "^" + re.sub("yyyy|mm|dd|[.]", lambda found: shapes[found[0]], text)


# SQLite


def _sqlite_number(hidden: HiddenType, column: exp.Expr) -> exp.Expr:
    digits = _clean(hidden, column)
    has_digit = exp.Glob(this=digits.copy(), expression=_literal("*[0-9]*"))
    has_other = exp.Glob(this=digits.copy(), expression=_literal("*[^-+0-9.]*"))
    return _when(exp.and_(has_digit, exp.not_(has_other)), _cast(digits, "REAL"))


def _sqlite_date(hidden: HiddenType, column: exp.Expr) -> exp.Expr:
    name = "DATETIME" if hidden.kind == "timestamp" else "DATE"
    if hidden.format.startswith("yyyy-mm-dd"):
        return _sqlite_existing(hidden, _call(name, column), _call("SUBSTR", column.copy(), 1, 10))
    text = _cast(column, "TEXT") if hidden.format == "yyyymmdd" else column
    parts = [_call("SUBSTR", text.copy(), hidden.format.index(part) + 1, len(part)) for part in ("yyyy", "mm", "dd")]
    joined: exp.Expr = parts[0]
    for part in parts[1:]:
        joined = exp.DPipe(this=exp.DPipe(this=joined, expression=_literal("-")), expression=part, safe=True)
    day = joined.copy()
    if hidden.kind == "timestamp":
        joined = exp.DPipe(this=joined, expression=_call("SUBSTR", text.copy(), 11), safe=True)
    return _sqlite_existing(hidden, _call(name, joined), day)


def _sqlite_existing(hidden: HiddenType, value: exp.Expr, day: exp.Expr) -> exp.Expr:
    """SQLite takes the 30th of February as it is, or for the 2nd of March; looked at only where such days were seen."""
    if not hidden.unreadable:
        return value
    return _when(exp.EQ(this=_call("DATE", day, "+0 days"), expression=day.copy()), value)


def _sqlite_epoch(hidden: HiddenType, column: exp.Expr) -> exp.Expr:
    return _call("DATETIME", _seconds(hidden, _cast(column, "INTEGER")), "unixepoch")


def _seconds(hidden: HiddenType, number: exp.Expr) -> exp.Expr:
    return exp.Div(this=number, expression=_literal(1000), typed=True) if hidden.format == "epoch_ms" else number


def _sqlite_month(hidden: HiddenType, column: exp.Expr) -> exp.Expr:
    if hidden.format == "yyyy-mm":
        return _call("DATE", exp.DPipe(this=column, expression=_literal("-01"), safe=True))
    year, month = _call("SUBSTR", column, 4, 4), _call("SUBSTR", column.copy(), 1, 2)
    joined = exp.DPipe(this=exp.DPipe(this=year, expression=_literal("-")), expression=month, safe=True)
    return _call("DATE", exp.DPipe(this=joined, expression=_literal("-01"), safe=True))


def _as_it_is(_: HiddenType, column: exp.Expr) -> exp.Expr:
    return column


# DuckDB


def _duckdb_number(hidden: HiddenType, column: exp.Expr) -> exp.Expr:
    return exp.TryCast(this=_clean(hidden, column), to=exp.DataType.build("DECIMAL(18, 4)"))


def _strptime(hidden: HiddenType) -> str:
    text = hidden.format.replace("hh:mm", "%H:%M")
    for letters, code in _STRPTIME.items():
        text = text.replace(letters, code)
    return text


def _duckdb_date(hidden: HiddenType, column: exp.Expr) -> exp.Expr:
    to = exp.DataType.build("TIMESTAMP" if hidden.kind == "timestamp" else "DATE")
    if hidden.format.startswith("yyyy-mm-dd"):
        return exp.TryCast(this=column, to=to)
    text = _cast(column, "TEXT") if hidden.format == "yyyymmdd" else column
    formats = [_strptime(hidden), _strptime(hidden) + ":%S"] if hidden.kind == "timestamp" else [_strptime(hidden)]
    listed = exp.Array(expressions=[_literal(one) for one in formats])
    return exp.TryCast(this=_call("TRY_STRPTIME", text, listed), to=to)


def _duckdb_epoch(hidden: HiddenType, column: exp.Expr) -> exp.Expr:
    number = exp.TryCast(this=column, to=exp.DataType.build("BIGINT"))
    factor = 1000 if hidden.format == "epoch_ms" else 1_000_000
    return _call("MAKE_TIMESTAMP", exp.Mul(this=number, expression=_literal(factor)))


def _duckdb_month(hidden: HiddenType, column: exp.Expr) -> exp.Expr:
    return exp.TryCast(this=_call("TRY_STRPTIME", column, _strptime(hidden)), to=exp.DataType.build("DATE"))


def _duckdb_time(_: HiddenType, column: exp.Expr) -> exp.Expr:
    return exp.TryCast(this=column, to=exp.DataType.build("TIME"))


# PostgreSQL has no cast that gives NULL, so values are looked at first.


def _postgres_number(hidden: HiddenType, column: exp.Expr) -> exp.Expr:
    digits = _clean(hidden, column)
    is_number = exp.RegexpLike(this=digits.copy(), expression=_literal("^[-+]?[0-9]+([.][0-9]+)?$"))
    return _when(is_number, _cast(digits, "DECIMAL"))


def _postgres_date(hidden: HiddenType, column: exp.Expr) -> exp.Expr:
    text = _cast(column, "TEXT")
    if hidden.format.startswith("yyyy-mm-dd"):
        return _postgres_existing(hidden, text, _cast(text, "TIMESTAMP" if hidden.kind == "timestamp" else "DATE"))
    picture = hidden.format.replace("hh:mm", "HH24:MI").replace("dd", "DD").replace("mm", "MM").replace("yyyy", "YYYY")
    if hidden.kind == "timestamp":
        return _postgres_existing(hidden, text, _cast(_call("TO_TIMESTAMP", text, picture), "TIMESTAMP"))
    return _postgres_existing(hidden, text, _call("TO_DATE", text, picture))


def _postgres_existing(hidden: HiddenType, text: exp.Expr, value: exp.Expr) -> exp.Expr:
    """First the shape, then that the day exists: counted from the first of its month it must stay in that month."""
    is_date = exp.RegexpLike(this=text.copy(), expression=_literal(_pattern(hidden)))
    places = {part: hidden.format.index(part) + 1 for part in ("yyyy", "mm", "dd")}
    year, month, day = (_cast(_call("SUBSTR", text.copy(), place, len(part)), "INT") for part, place in places.items())
    start = _call("MAKE_DATE", year, month, _literal(1))
    offset = exp.paren(exp.Sub(this=day, expression=_literal(1)))
    counted = exp.Extract(this=exp.var("MONTH"), expression=exp.paren(exp.Add(this=start, expression=offset)))
    return _when(is_date, _when(exp.EQ(this=counted, expression=month.copy()), value))


def _postgres_epoch(hidden: HiddenType, column: exp.Expr) -> exp.Expr:
    text = _cast(column, "TEXT")
    is_number = exp.RegexpLike(this=text.copy(), expression=_literal("^[0-9]+$"))
    seconds = _cast(text, "DOUBLE PRECISION")
    if hidden.format == "epoch_ms":
        seconds = exp.Div(this=seconds, expression=_literal(1000))
    moment = exp.AtTimeZone(this=_call("TO_TIMESTAMP", seconds), zone=_literal("UTC"))
    return _when(is_number, moment)


def _postgres_month(hidden: HiddenType, column: exp.Expr) -> exp.Expr:
    is_month = exp.RegexpLike(this=column.copy(), expression=_literal(_pattern(hidden) + "$"))
    return _when(is_month, _call("TO_DATE", column, hidden.format.replace("mm", "MM").replace("yyyy", "YYYY")))


def _postgres_time(_: HiddenType, column: exp.Expr) -> exp.Expr:
    is_time = exp.RegexpLike(this=column.copy(), expression=_literal("^[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?$"))
    return _when(is_time, _cast(column, "TIME"))


# MySQL and MariaDB


def _mysql_number(hidden: HiddenType, column: exp.Expr) -> exp.Expr:
    """MariaDB has no REGEXP_LIKE."""
    digits = _clean(hidden, column)
    place = _call("REGEXP_INSTR", digits.copy(), "^[-+]?[0-9]+([.][0-9]+)?$")
    is_number = exp.GT(this=place, expression=_literal(0))
    return _when(is_number, _cast(digits, "DECIMAL(18, 4)"))


def _mysql_date(hidden: HiddenType, column: exp.Expr) -> exp.Expr:
    """Adding no days makes NULL of a day that never was, which MariaDB lets pass otherwise."""
    picture = _strptime(hidden).replace("%M", "%i")
    if hidden.kind == "timestamp" and hidden.format.startswith("yyyy-mm-dd"):
        return _cast(_call("REPLACE", column, "T", " "), "DATETIME")
    to = "DATETIME" if hidden.kind == "timestamp" else "DATE"
    return _cast(_call("ADDDATE", _call("STR_TO_DATE", column, picture), 0), to)


def _mysql_epoch(hidden: HiddenType, column: exp.Expr) -> exp.Expr:
    """FROM_UNIXTIME would give the session's own time zone."""
    epoch = exp.Cast(this=_literal("1970-01-01 00:00:00"), to=exp.DataType.build("DATETIME"))
    number = _cast(column, "BIGINT")
    if hidden.format == "epoch_ms":
        number = _call("FLOOR", exp.Div(this=number, expression=_literal(1000)))
    return _call("TIMESTAMPADD", exp.var("SECOND"), number, epoch)


def _mysql_month(hidden: HiddenType, column: exp.Expr) -> exp.Expr:
    day = _call("CONCAT", "01-", column)
    return _cast(_call("STR_TO_DATE", day, f"%d-{_strptime(hidden)}"), "DATE")


def _mysql_time(_: HiddenType, column: exp.Expr) -> exp.Expr:
    return _cast(column, "TIME")


_READERS: dict[str, dict[str, Reader]] = {
    "sqlite": {
        "number": _sqlite_number,
        "date": _sqlite_date,
        "epoch": _sqlite_epoch,
        "month": _sqlite_month,
        "time": _as_it_is,
    },
    "duckdb": {
        "number": _duckdb_number,
        "date": _duckdb_date,
        "epoch": _duckdb_epoch,
        "month": _duckdb_month,
        "time": _duckdb_time,
    },
    "postgres": {
        "number": _postgres_number,
        "date": _postgres_date,
        "epoch": _postgres_epoch,
        "month": _postgres_month,
        "time": _postgres_time,
    },
    "mysql": {
        "number": _mysql_number,
        "date": _mysql_date,
        "epoch": _mysql_epoch,
        "month": _mysql_month,
        "time": _mysql_time,
    },
}
