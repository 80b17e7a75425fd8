from __future__ import annotations

from collections.abc import Iterator

from answerable.agent.checks.base import Outcome
from answerable.kernel.messages import CodedMessage, msg


def all_null(outcome: Outcome) -> Iterator[CodedMessage]:
    """A column without a single value answers nothing."""
    table = outcome.result.table
    if table.num_rows == 0:
        return
    for name, column in zip(table.column_names, table.columns, strict=True):
        if column.null_count == table.num_rows:
            yield msg("checks.all_null", column=name)
