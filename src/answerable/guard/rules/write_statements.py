from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.rules.base import TreeRule
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import Statement


class Writing(TreeRule):
    """No part of the query writes: no INSERT, UPDATE, DELETE or MERGE inside a common table expression."""

    code = "writes"
    layer = Layer.KEYWORD
    title = "Writing inside a query"
    why = "A data-modifying common table expression runs even when nothing reads it."
    bad = "WITH d AS (DELETE FROM orders RETURNING id) SELECT id FROM d"
    fix = msg("guard.remove_writing_part")

    def look(self, statement: Statement) -> Iterator[Finding]:
        for kind in statement.kinds:
            if issubclass(kind, exp.DML | exp.Create) and not issubclass(kind, exp.Query):
                yield self.finding(msg("guard.query_writes", kind=kind.__name__.upper()))
