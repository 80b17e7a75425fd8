"""Functions of another engine in the words of this one: models mix up dialects."""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

from answerable.hybrid.fixer.draft_query import DraftQuery
from answerable.kernel.messages import msg

__all__ = ["mend_functions"]

_PARTS = {"YEAR": "%Y", "MONTH": "%m", "DAY": "%d", "HOUR": "%H", "WEEK": "%W", "DOW": "%w", "DAYOFWEEK": "%w"}
_STARTS = {"YEAR": "%Y-01-01", "MONTH": "%Y-%m-01", "DAY": "%Y-%m-%d"}
_NAMED_PARTS: dict[type[exp.Expr], str] = {exp.Year: "YEAR", exp.Month: "MONTH", exp.Day: "DAY", exp.Hour: "HOUR"}
_PICTURES = (("YYYY", "%Y"), ("MM", "%m"), ("DD", "%d"), ("HH24", "%H"), ("MI", "%M"), ("SS", "%S"))
_TO_CHAR = tuple((theirs, ours) for ours, theirs in _PICTURES)

_Mend = Callable[[exp.Expr], "exp.Expr | None"]


def mend_functions(draft: DraftQuery) -> None:
    mend = _MENDS.get(draft.dialect)
    if mend is None:
        return
    for node in list(draft.tree.find_all(exp.Func, exp.Add, exp.Sub, exp.Column)):
        if (better := mend(node)) is not None:
            draft.note(msg("fixed.dialect_function"))
            node.replace(better) if node.parent else None


def _call(name: str, *arguments: exp.Expr | str) -> exp.Expr:
    given = [exp.Literal.string(one) if isinstance(one, str) else one for one in arguments]
    return exp.Anonymous(this=name, expressions=given)


def _part_of(node: exp.Expr) -> tuple[str, exp.Expr] | None:
    """Which part of which time is asked for."""
    if type(node) in _NAMED_PARTS:
        return _NAMED_PARTS[type(node)], _bare(node.this)
    if isinstance(node, exp.Extract):
        return node.name.upper(), _bare(node.expression)
    return None


def _bare(value: exp.Expr) -> exp.Expr:
    """Without the cast that the parser puts around."""
    is_cast = isinstance(value, exp.TsOrDsToDate | exp.Cast) and isinstance(value.this, exp.Column)
    return value.this if is_cast else value


def _name(node: exp.Expr) -> str:
    return str(node.this).upper() if isinstance(node, exp.Anonymous) and isinstance(node.this, str) else ""


def _picture(text: str, pairs: tuple[tuple[str, str], ...]) -> str:
    for theirs, ours in pairs:
        text = text.replace(theirs, ours)
    return text


def _for_sqlite(node: exp.Expr) -> exp.Expr | None:
    if (part := _part_of(node)) and part[0] in _PARTS:
        return exp.cast(_call("STRFTIME", _PARTS[part[0]], part[1].copy()), "INTEGER")
    if (part := _part_of(node)) and part[0] == "QUARTER":
        month = exp.cast(_call("STRFTIME", "%m", part[1].copy()), "INTEGER")
        return exp.paren(exp.Div(this=exp.paren(month + 2), expression=exp.Literal.number(3)))
    if isinstance(node, exp.DateTrunc | exp.TimestampTrunc) and (start := _STARTS.get(node.text("unit").upper())):
        return _call("STRFTIME", start, _bare(node.this).copy())
    if isinstance(node, exp.ToChar) and node.args.get("format"):
        return _call("STRFTIME", _picture(node.text("format"), _PICTURES), node.this.copy())
    if _name(node) == "DATE_FORMAT" and len(node.expressions) == 2:
        return _call("STRFTIME", node.expressions[1].copy(), node.expressions[0].copy())
    if _name(node) in ("CURDATE", "TODAY", "GETDATE"):
        return _call("DATE", "now")
    if _name(node) == "NOW":
        return _call("DATETIME", "now")
    return _moved_in_sqlite(node)


def _moved_in_sqlite(node: exp.Expr) -> exp.Expr | None:
    """`CURRENT_DATE - INTERVAL '30' DAY`."""
    if not isinstance(node, exp.Add | exp.Sub) or not isinstance(node.expression, exp.Interval):
        return None
    interval, sign = node.expression, "-" if isinstance(node, exp.Sub) else "+"
    count, unit = interval.name, interval.text("unit").lower()
    if not count.isdigit() or not unit:
        return None
    return _call("DATE", node.this.copy(), f"{sign}{count} {unit}")


def _today_moved(node: exp.Expr) -> exp.Expr | None:
    """`DATE('now', '-1 month')` of SQLite, in words that DuckDB and PostgreSQL have."""
    given = node.expressions if _name(node) == "DATE" else []
    if not given or given[0].name.lower() != "now" or not all(isinstance(one, exp.Literal) for one in given):
        return None
    day: exp.Expr = exp.CurrentDate()
    for step in given[1:]:
        day = _stepped(day, step.name.lower())
    return day


def _stepped(day: exp.Expr, step: str) -> exp.Expr:
    if step.startswith("start of "):
        return exp.cast(_call("DATE_TRUNC", step.removeprefix("start of "), day), "DATE")
    count, _, unit = step.partition(" ")
    kind = exp.Sub if count.startswith("-") else exp.Add
    moved = exp.Interval(this=exp.Literal.string(count.lstrip("+-")), unit=exp.var(unit.rstrip("s").upper() or "DAY"))
    return kind(this=day, expression=moved)


def _time_and_picture(node: exp.Expr) -> tuple[exp.Expr, str] | None:
    """Of `STRFTIME('%Y', x)`, as SQLite orders it, and of `DATE_FORMAT(x, '%Y')`."""
    if isinstance(node, exp.TimeToStr):
        of, picture = node.this, node.args["format"]
        if isinstance(_bare(of), exp.Literal) and "%" in _bare(of).name:
            return picture, _bare(of).name
        return None
    if _name(node) in ("DATE_FORMAT", "STRFTIME") and len(node.expressions) == 2:
        first, second = node.expressions
        return (second, first.name) if "%" in first.name else (first, second.name)
    return None


def _for_duckdb(node: exp.Expr) -> exp.Expr | None:
    if told := _time_and_picture(node):
        return _call("STRFTIME", exp.cast(told[0].copy(), "TIMESTAMP"), told[1])
    if isinstance(node, exp.ToChar) and node.args.get("format"):
        picture = _picture(node.text("format"), _PICTURES)
        return _call("STRFTIME", exp.cast(node.this.copy(), "TIMESTAMP"), picture)
    if _name(node) == "CURDATE":
        return exp.CurrentDate()
    if _name(node) == "JULIANDAY":
        return _call("JULIAN", exp.cast(node.expressions[0].copy(), "TIMESTAMP"))
    return _today_moved(node)


def _for_postgres(node: exp.Expr) -> exp.Expr | None:
    if (part := _part_of(node)) and not isinstance(node, exp.Extract):
        return exp.Extract(this=exp.var(part[0]), expression=part[1].copy())
    if told := _time_and_picture(node):
        return _call("TO_CHAR", told[0].copy(), _picture(told[1], _TO_CHAR))
    if _name(node) == "CURDATE":
        return exp.CurrentDate()
    if _name(node) == "IFNULL":
        return exp.Coalesce(this=node.expressions[0].copy(), expressions=[node.expressions[1].copy()])
    return _today_moved(node)


def _for_mysql(node: exp.Expr) -> exp.Expr | None:
    if _name(node) == "STRFTIME" and (told := _time_and_picture(node)):
        return _call("DATE_FORMAT", told[0].copy(), told[1])
    if isinstance(node, exp.ToChar) and node.args.get("format"):
        return _call("DATE_FORMAT", node.this.copy(), _picture(node.text("format"), _PICTURES))
    return _today_moved(node)


_MENDS: dict[str, _Mend] = {
    "sqlite": _for_sqlite,
    "duckdb": _for_duckdb,
    "postgres": _for_postgres,
    "mysql": _for_mysql,
}
