from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.agent.checks.base import Outcome
from answerable.answers.values.typed_cells import column_values
from answerable.kernel.messages import CodedMessage, msg

if TYPE_CHECKING:
    from sqlglot import exp

    from answerable.kernel.schema import Column, DatabaseSchema

MOST_VALUES = 6
"""Values named in a caveat."""


def empty(outcome: Outcome) -> Iterator[CodedMessage]:
    """Nothing matched: say which filter value does not occur, and which do, or where the dates end."""
    if not found_nothing(outcome):
        return
    yield msg("checks.no_rows")
    for column_node, value in _equality_filters(outcome.tree):
        column = _find_column(outcome.schema, column_node)
        if column and column.common_values and value not in column.common_values:
            known = tuple(column.common_values[:MOST_VALUES])
            if _are_all(column):
                yield msg("checks.no_such_value", column=column.name, value=value, known=known)
            else:
                yield msg("checks.value_not_seen", column=column.name, value=value, known=known)
    yield from _date_reach(outcome)


def found_nothing(outcome: Outcome) -> bool:
    """No rows, or one that only says that there are none."""
    return outcome.result.table.num_rows == 0 or _counts_nothing(outcome)


def _are_all(column: Column) -> bool:
    """Whether the values kept are all that a look at the column found."""
    return column.distinct_estimate is not None and column.distinct_estimate <= len(column.common_values)


def _counts_nothing(outcome: Outcome) -> bool:
    """SUM over no rows is one row with NULL, COUNT over no rows one row with 0."""
    table = outcome.result.table
    if table.num_rows != 1:
        return False
    cells = [column_values(column)[0] for column in table.columns]
    if not all(cell is None or cell == 0 for cell in cells):
        return False
    counts = _count_columns(outcome.tree)
    return all(cell is None or place in counts for place, cell in enumerate(cells))


def _count_columns(tree: exp.Expr) -> set[int]:
    """Places of the columns that only count."""
    from sqlglot import exp

    shown = tree.selects if isinstance(tree, exp.Query) else []
    return {place for place, column in enumerate(shown) if isinstance(column.unalias(), exp.Count)}


def _equality_filters(tree: exp.Expr) -> Iterator[tuple[exp.Column, str]]:
    from sqlglot import exp

    for node in tree.find_all(exp.EQ):
        if isinstance(node.this, exp.Column) and isinstance(node.expression, exp.Literal) and node.expression.is_string:
            yield node.this, node.expression.this


def _find_column(schema: DatabaseSchema, node: exp.Column) -> Column | None:
    named = schema.table(node.table) if node.table else None
    tables = [named] if named else schema.tables
    return next((found for table in tables if table and (found := table.column(node.name))), None)


def _date_reach(outcome: Outcome) -> Iterator[CodedMessage]:
    from sqlglot import exp

    told = set()
    for node in outcome.tree.find_all(exp.Column):
        column = _find_column(outcome.schema, node)
        if column and column.minimum and column.maximum and column.name not in told:
            told.add(column.name)
            first, last = column.minimum[:10], column.maximum[:10]
            yield msg("checks.date_reach", column=column.name, first=first, last=last)
