"""What a check looks at, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from answerable.answers.values.typed_cells import column_values
from answerable.explain.explain_statement import parse_query
from answerable.kernel.knowledge import CanonicalMetric
from answerable.kernel.light_dataclass import dataclass

if TYPE_CHECKING:
    from sqlglot import exp

    from answerable.guard import Finding
    from answerable.kernel.messages import CodedMessage
    from answerable.kernel.schema import DatabaseSchema
    from answerable.sources import Result

__all__ = ["Check", "Outcome"]


def _no_probe(sql: str) -> object:
    return None


@dataclass(frozen=True)
class Outcome:
    """A query that ran, with what is known about it."""

    sql: str
    result: Result
    schema: DatabaseSchema
    row_limit: int
    question: str = ""
    path: str = "embedded"
    warnings: tuple[Finding, ...] = ()
    """What the guard told of the query."""
    metrics: tuple[CanonicalMetric, ...] = ()
    """What the organisation has defined, as far as the policy lets it be seen."""
    probe: Callable[[str], object] = _no_probe
    """The one cell that a query gives, guarded and recorded like any; None where it may not run or gives no such."""

    @cached_property
    def tree(self) -> exp.Expr:
        return parse_query(self.sql, self.schema.dialect)

    @property
    def total(self) -> object:
        """The one cell of a result that has only one; None of any other."""
        table = self.result.table
        return column_values(table.column(0))[0] if table.shape == (1, 1) else None


Check = Callable[[Outcome], Iterator["CodedMessage"]]
"""Gives one caveat for each thing the reader must know; none when all is well."""
