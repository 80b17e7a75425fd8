"""Whether a query says the same each time as long as its data stays the same, told by its tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema

__all__ = ["is_repeatable"]

_BY_ARGUMENTS_ALONE = (
    exp.Abs,
    exp.Avg,
    exp.Case,
    exp.Coalesce,
    exp.Connector,
    exp.Count,
    exp.DenseRank,
    exp.Exists,
    exp.Extract,
    exp.If,
    exp.Length,
    exp.Lower,
    exp.Max,
    exp.Min,
    exp.Nullif,
    exp.Rank,
    exp.Round,
    exp.RowNumber,
    exp.Substring,
    exp.Sum,
    exp.TimestampTrunc,
    exp.Trim,
    exp.Upper,
)
"""Functions that know neither chance nor clock; of any other it is not sure. A text that is taken for a date is not
among them: it may be 'now'."""
_UNSURE = (exp.TableSample, exp.UDTF, exp.Parameter, exp.SessionParameter, exp.Command)


def is_repeatable(tree: exp.Expr, schema: DatabaseSchema) -> bool:
    """False where it is not sure: what a view holds is not looked into."""
    named = {step.alias_or_name.casefold() for step in tree.find_all(exp.CTE)}
    return all(_is_sure(node, schema, named) for node in tree.walk())


def _is_sure(node: exp.Expr, schema: DatabaseSchema, named: set[str]) -> bool:
    if isinstance(node, exp.Table):
        return node.name.casefold() in named or _is_plain_table(node, schema)
    if isinstance(node, exp.Cast):
        return node.to.is_type(*exp.DataType.NUMERIC_TYPES, *exp.DataType.TEXT_TYPES)
    return isinstance(node, _BY_ARGUMENTS_ALONE) or not isinstance(node, (exp.Func, *_UNSURE))


def _is_plain_table(node: exp.Table, schema: DatabaseSchema) -> bool:
    table = schema.table(f"{node.db}.{node.name}" if node.db else node.name)
    return table is not None and not table.is_view
