"""Which of a table's few rows a required filter surely lets through, looked at without the engine.

Engines differ in how they compare texts, and cells are cut and rounded. So a row counts as visible only where every
condition holds on any engine; what cannot be decided is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlglot import exp

from answerable.guard.parse.bounded_parser import DoesNotParse
from answerable.guard.parse.canonical_conditions import predicate
from answerable.kernel.schema import Cell, Column, Kind, Table

__all__ = ["with_visible_rows"]

_LONGEST_TEXT = 59
"""Longer cells may have been cut."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_EXACT = frozenset({Kind.INTEGER, Kind.TEXT, Kind.BOOLEAN, Kind.DATE, Kind.TIMESTAMP, Kind.TIME})
"""Kinds of which an empty cell is a missing value; others may hold what no cell can."""
_ORDERS: dict[type[exp.Expr], tuple[bool, bool, bool]] = {
    exp.LT: (True, False, False),
    exp.LTE: (True, True, False),
    exp.GT: (False, False, True),
    exp.GTE: (False, True, True),
}
"""Whether it holds for a side that is less, equal, greater."""

Sure = bool | None
"""None where it cannot be decided, or is neither true nor false."""


def with_visible_rows(table: Table, filters: Iterable[str], dialect: str) -> Table:
    """The table with cells and values of those rows alone, and nothing that was counted over others."""
    decided = [_hold_all(table, row, filters, dialect) for row in range(_row_count(table))]
    kept = [row for row, sure in enumerate(decided) if sure]
    is_whole = table.cells_are_all and None not in decided
    columns = tuple(_of_rows(column, kept, is_whole=is_whole) for column in table.columns)
    return replace(table, columns=columns, cells_are_all=is_whole)


def _row_count(table: Table) -> int:
    return max((len(column.cells) for column in table.columns), default=0)


def _of_rows(column: Column, rows: Sequence[int], *, is_whole: bool) -> Column:
    cells = tuple(column.cells[row] for row in rows) if column.cells else ()
    present = [cell for cell in cells if cell is not None]
    texts = [cell for cell in present if isinstance(cell, str) and len(cell) <= _LONGEST_TEXT]
    ends = (min(texts), max(texts)) if is_whole and texts and column.kind.is_date else (None, None)
    return replace(
        column,
        cells=cells,
        common_values=tuple(value for value, _ in Counter(texts).most_common()) if column.common_values else (),
        distinct_estimate=len(set(present)) if is_whole and column.cells else None,
        minimum=ends[0] if column.minimum else None,
        maximum=ends[1] if column.maximum else None,
        sketch=None,
    )


def _hold_all(table: Table, row: int, filters: Iterable[str], dialect: str) -> Sure:
    return _all(_holds_text(text, table, row, dialect) for text in filters)


def _holds_text(text: str, table: Table, row: int, dialect: str) -> Sure:
    try:
        return _holds(predicate(text, dialect), table, row)
    except DoesNotParse:
        return None


def _holds(node: exp.Expr, table: Table, row: int) -> Sure:
    node = node.unnest()
    if isinstance(node, exp.And | exp.Or):
        sides = [_holds(side, table, row) for side in (node.this, node.expression)]
        return _all(sides) if isinstance(node, exp.And) else _any(sides)
    if isinstance(node, exp.Not):
        return _not(_holds(node.this, table, row))
    if isinstance(node, exp.Is):
        return _is(node, table, row)
    if isinstance(node, exp.In) and node.expressions:
        return _any([_equal(_value(node.this, table, row), _value(one, table, row)) for one in node.expressions])
    if isinstance(node, exp.Between) and not node.args.get("symmetric"):
        low, high = (exp.GTE(this=node.this, expression=node.args["low"]), node.args["high"])
        return _all([_holds(low, table, row), _holds(exp.LTE(this=node.this, expression=high), table, row)])
    if isinstance(node, exp.EQ | exp.NEQ):
        equal = _equal(_value(node.this, table, row), _value(node.expression, table, row))
        return equal if isinstance(node, exp.EQ) else _not(equal)
    if type(node) in _ORDERS:
        return _in_order(node, table, row)
    value = _value(node, table, row)
    return None if not isinstance(value, int | float) else bool(value)


def _all(sides: Iterable[Sure]) -> Sure:
    found = list(sides)
    return False if False in found else None if None in found else True


def _any(sides: Iterable[Sure]) -> Sure:
    return _not(_all(map(_not, sides)))


def _not(sure: Sure) -> Sure:
    return None if sure is None else not sure


def _is(node: exp.Is, table: Table, row: int) -> Sure:
    """`IS NULL`, and `IS TRUE` of what is 0 or 1."""
    if isinstance(node.expression, exp.Boolean):
        value = _value(node.this, table, row)
        return None if not isinstance(value, int) else bool(value) == node.expression.this
    column = _column(node.this, table)
    if not isinstance(node.expression, exp.Null) or column is None or not column.cells or column.kind not in _EXACT:
        return None
    return column.cells[row] is None


def _column(node: exp.Expr, table: Table) -> Column | None:
    node = node.unnest()
    return table.column(node.name) if isinstance(node, exp.Column) else None


def _value(node: exp.Expr, table: Table, row: int) -> Cell:
    """None where it is not known, too."""
    node = node.unnest()
    if (column := _column(node, table)) is not None:
        cell = column.cells[row] if column.cells else None
        is_plain = column.kind.is_number or column.kind in (Kind.TEXT, Kind.BOOLEAN, Kind.DATE)
        return cell if is_plain and not (isinstance(cell, str) and len(cell) > _LONGEST_TEXT) else None
    if isinstance(node, exp.Boolean):
        return int(node.this)
    if isinstance(node, exp.Neg) and isinstance(node.this, exp.Literal) and not node.this.is_string:
        return -_number(node.this.name)
    if isinstance(node, exp.Literal):
        return node.name if node.is_string else _number(node.name)
    return None


def _number(text: str) -> int | float:
    return int(text) if text.isdecimal() else float(text)


def _equal(left: Cell, right: Cell) -> Sure:
    if isinstance(left, str) and isinstance(right, str):
        if left == right:
            return True
        is_plain = left.isascii() and right.isascii()
        return False if is_plain and left.rstrip().casefold() != right.rstrip().casefold() else None
    if isinstance(left, int) and isinstance(right, int):
        return left == right
    if isinstance(left, int | float) and isinstance(right, int | float):
        return False if _are_apart(left, right) else None
    return None


def _in_order(node: exp.Expr, table: Table, row: int) -> Sure:
    left, right = _value(node.this, table, row), _value(node.expression, table, row)
    less, equal, greater = _ORDERS[type(node)]
    if isinstance(left, str) and isinstance(right, str) and _DAY.fullmatch(left) and _DAY.fullmatch(right):
        return equal if left == right else less if left < right else greater
    if isinstance(left, int) and isinstance(right, int):
        return equal if left == right else less if left < right else greater
    if isinstance(left, int | float) and isinstance(right, int | float) and _are_apart(left, right):
        return less if left < right else greater
    return None


def _are_apart(left: int | float, right: int | float) -> bool:
    """Rounding cannot have made two numbers of one."""
    return abs(left - right) > 1e-9 * max(abs(left), abs(right))
