"""How many rows a query can touch at most, told by its tree and the sizes of its tables, without asking the engine."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from sqlglot import exp

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema

__all__ = ["most_rows"]

_ONE_ROW_EACH = (
    exp.Abs,
    exp.AggFunc,
    exp.Case,
    exp.Cast,
    exp.Coalesce,
    exp.Connector,
    exp.CurrentDate,
    exp.If,
    exp.Length,
    exp.Lower,
    exp.Nullif,
    exp.Round,
    exp.Substring,
    exp.TimeToStr,
    exp.Trim,
    exp.TsOrDsToTimestamp,
    exp.Upper,
)
"""Functions that make no rows; any other may."""
_MANY_ROWS = (exp.With, exp.UDTF, exp.Pivot, exp.Connect, exp.Cube, exp.Rollup, exp.GroupingSets)
_AT_LEAST = 2
"""Of a table, so that a product is never below a sum."""


def most_rows(tree: exp.Expr, schema: DatabaseSchema) -> int | None:
    """The product of all tables, each as often as it is read: whatever is joined, nested or appended stays below it.
    None where that is not sure: views, named steps, table functions, tables of unknown size."""
    sizes: list[int] = []
    for node in tree.walk():
        if isinstance(node, exp.Table):
            size = _size(node, schema)
            if size is None:
                return None
            sizes.append(size)
        elif _may_make_rows(node):
            return None
    return prod(sizes)


def _size(node: exp.Table, schema: DatabaseSchema) -> int | None:
    table = schema.table(f"{node.db}.{node.name}" if node.db else node.name)
    if table is None or table.is_view or table.row_estimate is None:
        return None
    return max(_AT_LEAST, table.row_estimate)


def _may_make_rows(node: exp.Expr) -> bool:
    return isinstance(node, _MANY_ROWS) or (isinstance(node, exp.Func) and not isinstance(node, _ONE_ROW_EACH))
