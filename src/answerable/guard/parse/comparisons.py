"""Comparisons of a column with constants, however they are written: `=`, `<`, IN, BETWEEN, either way round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.resolve.base_columns import BaseColumn, base_column
from answerable.kernel.light_dataclass import dataclass

if TYPE_CHECKING:
    from answerable.guard.statement import Statement

__all__ = ["ColumnComparison", "column_pairs", "comparisons"]

_EQUAL = (exp.EQ, exp.NEQ, exp.NullSafeEQ)
_ORDERING = (exp.LT, exp.LTE, exp.GT, exp.GTE)


@dataclass(frozen=True, slots=True)
class ColumnComparison:
    column: BaseColumn
    written: str
    """The column's name as the statement has it."""
    value: exp.Literal | exp.Boolean
    ordering: bool
    """True for `<` and its kin, False for `=`, `<>` and IN."""
    wants_equal: bool
    """True where rows are kept that have the value: `=` and IN, but not `<>`."""
    folded: bool = False
    """True for `lower(column) = …`, which compares without regard to case."""


def comparisons(statement: Statement) -> Iterator[ColumnComparison]:
    for side, value, kind in _pairs(statement):
        column, constant = _column(side), _constant(value, statement)
        base = base_column(column, statement.reading, statement.catalog) if constant is not None else None
        if base is not None and constant is not None and column is not None:
            ordering = kind in _ORDERING or kind is exp.Between
            wanted = kind in (exp.EQ, exp.NullSafeEQ, exp.In)
            yield ColumnComparison(base, column.name, constant, ordering, wanted, folded=column is not side)


def column_pairs(statement: Statement) -> Iterator[tuple[exp.Column, exp.Column]]:
    """Columns compared with each other."""
    for column, other, _ in _pairs(statement):
        if isinstance(column, exp.Column) and isinstance(other, exp.Column):
            yield column, other


def _pairs(statement: Statement) -> Iterator[tuple[exp.Expr, exp.Expr, type[exp.Expr]]]:
    for kind in (*_EQUAL, *_ORDERING):
        for node in statement.every(kind):
            left, right = node.this, node.args.get("expression")
            if isinstance(right, exp.Expr):
                yield (left, right, kind) if _column(left) is not None else (right, left, kind)
                if isinstance(right, exp.Column) and id(left) in statement.reading.strings:
                    yield right, left, kind
    for inside in statement.every(exp.In):
        yield from ((inside.this, value, exp.In) for value in inside.expressions)
    for between in statement.every(exp.Between):
        yield from ((between.this, between.args[end], exp.Between) for end in ("low", "high"))


def _column(side: exp.Expr) -> exp.Column | None:
    """The column that stands on one side, as it is or in another case."""
    inner = side.this if isinstance(side, exp.Lower | exp.Upper) else side
    return inner if isinstance(inner, exp.Column) else None


def _constant(node: exp.Expr, statement: Statement) -> exp.Literal | exp.Boolean | None:
    if isinstance(node, exp.Literal | exp.Boolean):
        return node
    if isinstance(node, exp.Neg) and isinstance(node.this, exp.Literal):
        return node.this
    if id(node) in statement.reading.strings:
        return exp.Literal.string(node.name)
    return None
