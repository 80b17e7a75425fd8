"""Sums of floating point numbers so far apart that the order of rows shows in them.

1e16 + 1 - 1e16 is 0 or 1, depending on which comes first: whoever writes such numbers into a sum can ask which of two
rows is read before the other. Numbers of one size differ in their last digits at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

if TYPE_CHECKING:
    from answerable.guard.statement import Statement

__all__ = ["wide_sum"]

_ADDING = (
    exp.Avg,
    exp.Corr,
    exp.CovarPop,
    exp.CovarSamp,
    exp.Kurtosis,
    exp.RegrAvgx,
    exp.RegrAvgy,
    exp.RegrIntercept,
    exp.RegrR2,
    exp.RegrSlope,
    exp.RegrSxx,
    exp.RegrSxy,
    exp.RegrSyy,
    exp.Skewness,
    exp.Stddev,
    exp.StddevPop,
    exp.StddevSamp,
    exp.Sum,
    exp.Variance,
    exp.VariancePop,
)
_ADDING_BY_NAME = frozenset(
    {
        "total",
        "fsum",
        "kahan_sum",
        "sumkahan",
        "favg",
        "std",
        "variance",
        "var_pop",
        "product",
        "geomean",
        "geometric_mean",
        "wavg",
        "weighted_avg",
        "kurtosis_pop",
        "sem",
        "mean",
    }
)
_MOST_DIGITS = 8
"""Of a number written into a sum."""
_MOST_FACTORS = 4
_PRODUCTS = (exp.Mul, exp.Div, exp.IntDiv, exp.BitwiseLeftShift)
_OF_ANY_SIZE = (exp.DPipe, exp.HexString, exp.BitString, exp.ByteString)
_OF_SAME_SIZE = (
    exp.Abs,
    exp.AggFunc,
    exp.Case,
    exp.Cast,
    exp.Ceil,
    exp.Coalesce,
    exp.Connector,
    exp.DateDiff,
    exp.Extract,
    exp.Floor,
    exp.Greatest,
    exp.If,
    exp.Least,
    exp.Length,
    exp.Nullif,
    exp.Round,
    exp.Sign,
    exp.TimestampDiff,
    exp.TsOrDsToDate,
)
"""Functions that give no number of another size than they get, or than the days and seconds between two dates."""
_DAYS = frozenset({"julianday", "unixepoch"})


def wide_sum(statement: Statement) -> str:
    """The name of an aggregate that adds numbers so far apart; empty where none does."""
    for node in statement.nodes:
        if _adds(node) and any(map(_is_wide, _parts_added(node, statement))):
            return node.name.upper()[:30] if isinstance(node, exp.Anonymous) else node.key.upper()
    return ""


def _adds(node: exp.Expr) -> bool:
    return isinstance(node, _ADDING) or (isinstance(node, exp.Anonymous) and node.name.lower() in _ADDING_BY_NAME)


def _parts_added(call: exp.Expr, statement: Statement) -> Iterator[exp.Expr]:
    """What is added up, and what stands behind the columns in it: items of other SELECT lists, found by their names."""
    items = [item for select in statement.every(exp.Select) for item in select.expressions]
    waiting, seen = list(call.iter_expressions()), set[str]()
    # `t(x)` and VALUES give columns names that no item has: then any item may be meant.
    if exp.Values in statement.kinds or any(alias.columns for alias in statement.every(exp.TableAlias)):
        waiting += items
        items = []
    while waiting:
        part = waiting.pop()
        yield part
        names = {column.name.casefold() for column in part.find_all(exp.Column)} - seen
        seen |= names
        waiting += [item for item in items if isinstance(item, exp.Alias) and item.alias.casefold() in names]


def _is_wide(part: exp.Expr) -> bool:
    """Whether it holds large or tiny constants, many factors, or functions that may make either."""
    nodes = list(part.walk())
    if sum(isinstance(node, _PRODUCTS) for node in nodes) >= _MOST_FACTORS:
        return True
    return any(isinstance(node, _OF_ANY_SIZE) or _is_far(node) or _may_grow(node) for node in nodes)


def _is_far(node: exp.Expr) -> bool:
    """Text too: engines take '1e16' for a number."""
    if not isinstance(node, exp.Literal) or not node.name.lstrip("+-. \t\n")[:1].isdigit():
        return False
    return not node.name.replace(".", "", 1).isdigit() or len(node.name) > _MOST_DIGITS


def _may_grow(node: exp.Expr) -> bool:
    if isinstance(node, exp.Anonymous):
        return node.name.lower() not in _DAYS and not _adds(node)
    return isinstance(node, exp.Func) and not isinstance(node, _OF_SAME_SIZE)
