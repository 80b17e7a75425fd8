from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg
from answerable.naming.nearest import nearest

if TYPE_CHECKING:
    from answerable.guard.statement import Statement


class Tables(TreeRule):
    """Every table is one of the known schema, under the very name it has there."""

    code = "unknown_table"
    layer = Layer.SCHEMA
    title = "Table that the source does not have"
    why = "It would fail, or find something that nobody meant."
    bad = "SELECT id FROM oders"
    fix = msg("guard.use_a_table")

    def look(self, statement: Statement) -> Iterator[Finding]:
        if not statement.catalog.known:
            return
        for table in dict.fromkeys(statement.reading.tables):
            if table.known is None:
                near = nearest(table.written, sorted(statement.readable_tables))
                hint = msg("guard.did_you_mean", name=quote_name(near)) if near else None
                yield self.finding(msg("guard.no_such_table", table=quote_name(table.written)), hint=hint)
