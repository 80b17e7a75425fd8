"""Numbers, money and dates that are kept as text or as epoch seconds, read where the query computes or compares with
them. A column that the query already takes apart by itself is left alone."""

from __future__ import annotations

import re

from sqlglot import exp

from answerable.hybrid.fixer.draft_query import BoundColumn, DraftQuery
from answerable.kernel.messages import msg
from answerable.semantics import HiddenType
from answerable.semantics.read_expressions import read_expression

__all__ = ["read_hidden_types"]

_COMPUTES = (exp.Sum, exp.Avg, exp.Mul, exp.Div, exp.Add, exp.Sub, exp.Abs, exp.Round, exp.Stddev, exp.Median)
_EXTREMES = (exp.Max, exp.Min)
_COMPARES = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.EQ, exp.NEQ, exp.Between)
_ORDERS = (exp.Ordered,)
_TAKES_TIME = (
    *(exp.Year, exp.Month, exp.Day, exp.Extract, exp.DateTrunc, exp.TimestampTrunc, exp.TimeToStr, exp.DateDiff),
    *(exp.Date, exp.TsOrDsToDate, exp.TsOrDsToTimestamp, exp.Quarter, exp.Week, exp.DayOfWeek),
)
_TIME_NAMES = frozenset(
    {"STRFTIME", "DATE", "DATETIME", "JULIANDAY", "DATE_TRUNC", "DATE_PART", "TO_CHAR", "DATE_FORMAT", "DATEDIFF"}
)
_TIME_KINDS = frozenset({"date", "timestamp"})
_NUMBER_KINDS = frozenset({"number", "money", "percent"})
_ISO = re.compile(r"\d{4}-\d{2}(-\d{2})?( \d{2}:\d{2}(:\d{2})?)?$")
_DAY_FIRST = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})$")


def read_hidden_types(draft: DraftQuery) -> None:
    for bound in list(draft.bound_columns()):
        hidden = draft.source.model.hidden_type(*bound.key)
        if hidden is None or _is_plain(hidden):
            continue
        node = _to_replace(bound, hidden)
        if node is not None and node.parent is not None:
            _iso_dates(node)
            node.replace(read_expression(hidden, bound.node.copy(), draft.dialect))
            draft.note(msg("fixed.hidden_type", column=bound.column.name, written=hidden.format))


def _is_plain(hidden: HiddenType) -> bool:
    """The engine reads it as it stands."""
    return hidden.format in ("1234", "1234.56", "iso") or hidden.format.startswith("yyyy-mm-dd")


def _to_replace(bound: BoundColumn, hidden: HiddenType) -> exp.Expr | None:
    """The column, or the cast of it; None where the query reads it by itself or treats it as what it looks like."""
    node: exp.Expr = bound.node
    while isinstance(node.parent, exp.Paren | exp.Neg | exp.Distinct):
        node = node.parent
    parent = node.parent
    if isinstance(parent, exp.Cast | exp.TryCast) and hidden.kind in _NUMBER_KINDS:
        return parent if not parent.to.is_type(*exp.DataType.TEXT_TYPES) else None
    if isinstance(parent, exp.Coalesce) and parent.this is node:
        parent = parent.parent
    if hidden.kind in _NUMBER_KINDS:
        return bound.node if _wants_number(node, parent) else None
    if hidden.kind in _TIME_KINDS:
        return _time_to_replace(bound, parent, hidden)
    return None


def _wants_number(node: exp.Expr, parent: exp.Expr | None) -> bool:
    if isinstance(parent, (*_COMPUTES, *_EXTREMES, *_ORDERS)):
        return True
    if not isinstance(parent, _COMPARES):
        return False
    others = [one for one in parent.iter_expressions() if one is not node]
    return any(_is_number(one) for one in others)


def _is_number(node: exp.Expr) -> bool:
    return (isinstance(node, exp.Literal) and not node.is_string) or isinstance(node, exp.Subquery | exp.Neg)


def _time_to_replace(bound: BoundColumn, parent: exp.Expr | None, hidden: HiddenType) -> exp.Expr | None:
    node: exp.Expr = bound.node
    while isinstance(parent, exp.Cast | exp.TsOrDsToDate | exp.TsOrDsToTimestamp) and parent.parent is not None:
        if isinstance(parent, exp.Cast) and not parent.is_type(*exp.DataType.TEMPORAL_TYPES):
            return None
        node, parent = parent, parent.parent
    if _takes_time(parent):
        return None if _reads_epoch(parent) else node
    if isinstance(parent, _EXTREMES) and not hidden.format.startswith("epoch"):
        return node
    if isinstance(parent, _ORDERS) and not hidden.format.startswith("epoch"):
        return node
    if isinstance(parent, _COMPARES):
        others = [one for one in parent.iter_expressions() if one is not node]
        return node if any(_is_time(one, parent) for one in others) else None
    return None


def _takes_time(parent: exp.Expr | None) -> bool:
    if isinstance(parent, _TAKES_TIME):
        return True
    name = str(parent.this).upper() if isinstance(parent, exp.Anonymous) else ""
    return name in _TIME_NAMES


def _reads_epoch(parent: exp.Expr | None) -> bool:
    """`DATE(x, 'unixepoch')`."""
    texts = parent.find_all(exp.Literal) if parent is not None else ()
    return any(one.name.lower() in ("unixepoch", "auto") for one in texts)


def _is_time(node: exp.Expr, test: exp.Expr) -> bool:
    """ISO text, a function of time; text of the column's own format where order matters."""
    if isinstance(node, exp.Literal) and node.is_string:
        is_ordered = not isinstance(test, exp.EQ | exp.NEQ)
        return bool(_ISO.match(node.name)) or (is_ordered and bool(_DAY_FIRST.match(node.name)))
    if isinstance(node, exp.Cast):
        return node.is_type(*exp.DataType.TEMPORAL_TYPES)
    is_epoch = any(one.name == "%s" for one in node.find_all(exp.Literal)) or "EPOCH" in node.sql().upper()
    return isinstance(node, exp.CurrentDate | exp.CurrentTimestamp) or (_takes_time(node) and not is_epoch)


def _iso_dates(node: exp.Expr) -> None:
    """The literals it is compared with."""
    if not isinstance(node.parent, _COMPARES):
        return
    for one in node.parent.find_all(exp.Literal):
        if one.is_string and (found := _DAY_FIRST.match(one.name)):
            day, month, year = found.groups()
            one.set("this", f"{year}-{int(month):02d}-{int(day):02d}")
