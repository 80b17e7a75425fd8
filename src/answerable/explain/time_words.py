"""Years, months and days cut out of a moment, in the many spellings that dialects have for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.explain.completeness import holds_only
from answerable.explain.period_words import as_date_text
from answerable.explain.type_family import Family, Tell

if TYPE_CHECKING:
    from answerable.explain.explainer import Explainer

__all__ = ["FORMATS", "TELLERS", "grain", "span"]

_UNITS = {
    "YEAR": "year", "YEARS": "year", "YYYY": "year", "YY": "year", "Y": "year",
    "QUARTER": "quarter", "QUARTERS": "quarter", "Q": "quarter",
    "MONTH": "month", "MONTHS": "month", "MON": "month", "MM": "month",
    "WEEK": "week", "WEEKS": "week", "W": "week", "ISOWEEK": "week",
    "DAY": "day", "DAYS": "day", "DD": "day", "D": "day", "DAYOFMONTH": "day",
    "HOUR": "hour", "HOURS": "hour", "HH": "hour", "H": "hour",
    "MINUTE": "minute", "MINUTES": "minute", "MI": "minute",
    "SECOND": "second", "SECONDS": "second", "S": "second",
    "DOW": "weekday", "ISODOW": "weekday", "DAYOFWEEK": "weekday", "DAYOFWEEK_ISO": "weekday", "WEEKDAY": "weekday",
    "DOY": "yearday", "DAYOFYEAR": "yearday", "EPOCH": "epoch",
}  # fmt: skip

FORMATS = {
    "%Y": "bucket.year", "%Y-01-01": "bucket.year",
    "%Y-%m": "bucket.month", "%Y%m": "bucket.month", "%Y/%m": "bucket.month", "%Y-%m-01": "bucket.month",
    "%m/%Y": "bucket.month", "%b %Y": "bucket.month", "%B %Y": "bucket.month",
    "%Y-%W": "bucket.week", "%Y-W%W": "bucket.week", "%G-%V": "bucket.week", "%G-W%V": "bucket.week",
    "%Y-%m-%d": "bucket.day", "%Y%m%d": "bucket.day", "%Y-%m-%d %H:00": "bucket.hour",
    "%Y-%m-%d %H:00:00": "bucket.hour", "%Y-%m-%d %H": "bucket.hour", "%Y-%m-%d %H:%M": "bucket.minute",
    "%m": "part.month", "%-m": "part.month", "%d": "part.day", "%-d": "part.day", "%H": "part.hour",
    "%M": "part.minute", "%S": "part.second", "%w": "part.weekday", "%u": "part.weekday", "%j": "part.yearday",
    "%W": "part.week", "%V": "part.week", "%U": "part.week", "%A": "part.weekday_name", "%a": "part.weekday_name",
    "%B": "part.month_name", "%b": "part.month_name", "%s": "part.epoch",
}  # fmt: skip
"""sqlglot brings every dialect's format letters to these."""

_PARTS: dict[type[exp.Expr], str] = {
    exp.Year: "year",
    exp.Quarter: "quarter",
    exp.Month: "month",
    exp.Week: "week",
    exp.WeekOfYear: "week",
    exp.Day: "day",
    exp.DayOfMonth: "day",
    exp.DayOfWeek: "weekday",
    exp.DayOfWeekIso: "weekday",
    exp.DayOfYear: "yearday",
    exp.Hour: "hour",
    exp.Minute: "minute",
    exp.Second: "second",
}

_IMPLIED = (exp.TsOrDsToTimestamp, exp.TsOrDsToDate, exp.TimeStrToTime, exp.StrToTime)
"""Readings of a text as a moment which dialects do on their own."""


def grain(teller: Explainer, node: exp.Expr) -> str | None:
    """`year`, `month`, … when the node cuts time into such pieces; None for anything else."""
    node = node.this if isinstance(node, exp.Alias) else node
    key = _key(teller, node)
    if key is None:
        column = teller.column_of(node)
        return "day" if column and column.kind.is_date else None
    return key.partition(".")[2] if key.startswith("bucket.") or key == "part.year" else None


def _key(teller: Explainer, node: exp.Expr) -> str | None:
    """Which template tells the node, when it cuts time."""
    if isinstance(node, exp.TimeToStr):
        return FORMATS.get(node.text("format").replace("strict", ""))
    if isinstance(node, exp.DateTrunc | exp.TimestampTrunc | exp.DatetimeTrunc):
        return _known("bucket", node.text("unit"))
    if isinstance(node, exp.Extract):
        return _known("part", node.name)
    if isinstance(node, exp.Substring) and _is_month_of_iso_date(teller, node):
        return {"4": "bucket.year", "7": "bucket.month", "10": "bucket.day"}.get(node.text("length"))
    if isinstance(node, exp.Date):
        return "bucket.day"
    return f"part.{_PARTS[type(node)]}" if type(node) in _PARTS else None


def _known(kind: str, unit: str) -> str | None:
    name = _UNITS.get(unit.upper())
    is_piece = name not in ("weekday", "yearday", "epoch")
    return f"{kind}.{name}" if name and (kind == "part" or is_piece) else None


def _is_month_of_iso_date(teller: Explainer, node: exp.Substring) -> bool:
    column = teller.column_of(node.this)
    return bool(column and column.kind.is_date and node.text("start") == "1")


def _cut(teller: Explainer, node: exp.Expr) -> str | None:
    """A piece of a moment; a time zone or another extra makes it be told as SQL."""
    if (day := as_date_text(node)) is not None:
        return day
    key = _key(teller, node)
    names: dict[type[exp.Expr], tuple[str, ...]] = {
        exp.Extract: ("this", "expression"),
        exp.Substring: ("this", "start", "length"),
    }
    if key is None or not holds_only(node, *names.get(type(node), ("this", "unit", "format"))):
        return _other_format(teller, node)
    subject = node.expression if isinstance(node, exp.Extract) else node.this
    teller.fold(*(item for item in node.iter_expressions() if item is not subject))
    return teller.say(key, teller.operand(_bare(subject)))


def _other_format(teller: Explainer, node: exp.Expr) -> str | None:
    if isinstance(node, exp.TimeToStr) and holds_only(node, "this", "format"):
        return teller.say("written_as", teller.operand(_bare(node.this)), teller.tell(node.args["format"]))
    return None


def _bare(node: exp.Expr) -> exp.Expr:
    while isinstance(node, _IMPLIED) and holds_only(node, "this"):
        node = node.this
    return node


def _read_as_moment(teller: Explainer, node: exp.Expr) -> str | None:
    if (day := as_date_text(node)) is not None:
        return day
    return teller.say("bucket.day", teller.operand(node.this)) if holds_only(node, "this") else None


def _interval(teller: Explainer, node: exp.Interval) -> str | None:
    unit = _UNITS.get(node.text("unit").upper())
    return span(teller, unit, node.this) if unit and node.this is not None else None


def span(teller: Explainer, unit: str, count: exp.Expr) -> str | None:
    """So many days, months, …; None where the unit is not a length of time."""
    if not teller.words.has(f"unit.{unit}"):
        return None
    if isinstance(count, exp.Literal):
        return teller.say(f"one.{unit}") if count.name == "1" else teller.say(f"unit.{unit}", count.name)
    return teller.say(f"unit.{unit}", teller.operand(count))


def _shifted(key: str) -> Tell:
    def tell(teller: Explainer, node: exp.Expr) -> str | None:
        unit, amount = _UNITS.get(node.text("unit").upper() or "DAY"), node.args["expression"]
        by = teller.tell(amount) if isinstance(amount, exp.Interval) else span(teller, unit or "", amount)
        return teller.say(key, teller.operand(_bare(node.this)), by) if by else None

    return tell


def _difference(teller: Explainer, node: exp.Expr) -> str | None:
    unit = _UNITS.get(node.text("unit").upper() or "DAY")
    if unit is None:
        return None
    ends = teller.operand(_bare(node.expression)), teller.operand(_bare(node.this))
    if unit == "day":
        return teller.say("days_between", *ends)
    return teller.say("units_between", *ends, teller.say(f"units.{unit}"))


def _from_epoch(teller: Explainer, node: exp.UnixToTime) -> str | None:
    scale = node.text("scale") or "0"
    if scale not in ("0", "3"):
        return None
    if scale == "3":
        teller.fold(node.args["scale"])
    return teller.say("from_epoch_ms" if scale == "3" else "from_epoch", teller.operand(node.this))


TELLERS: Family = {
    **dict.fromkeys(_PARTS, _cut),
    exp.TimeToStr: _cut,
    exp.DateTrunc: _cut,
    exp.TimestampTrunc: _cut,
    exp.DatetimeTrunc: _cut,
    exp.Extract: _cut,
    exp.Substring: _cut,
    exp.Date: _cut,
    exp.TsOrDsToDate: _read_as_moment,
    exp.TsOrDsToTimestamp: lambda teller, node: teller.tell(node.this),
    exp.TimeStrToTime: lambda teller, node: teller.tell(node.this),
    exp.Interval: _interval,
    exp.DateAdd: _shifted("plus"),
    exp.TsOrDsAdd: _shifted("plus"),
    exp.TimestampAdd: _shifted("plus"),
    exp.DatetimeAdd: _shifted("plus"),
    exp.DateSub: _shifted("minus"),
    exp.TimestampSub: _shifted("minus"),
    exp.DatetimeSub: _shifted("minus"),
    exp.DateDiff: _difference,
    exp.TimestampDiff: _difference,
    exp.DatetimeDiff: _difference,
    exp.TsOrDsDiff: _difference,
    exp.UnixToTime: _from_epoch,
}
