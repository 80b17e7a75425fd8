from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING

from answerable.guard.rules.base import TreeRule, shown
from answerable.guard.verdict import Finding, Layer

if TYPE_CHECKING:
    from answerable.guard.statement import Statement


class Tables(TreeRule):
    """Every table is one of the known schema, under the very name it has there."""

    code = "unknown_table"
    layer = Layer.SCHEMA
    title = "Table that the source does not have"
    why = "It would fail, or find something that nobody meant."
    bad = "SELECT id FROM oders"
    fix = "Use a table of the source."

    def look(self, statement: Statement) -> Iterator[Finding]:
        if not statement.catalog.known:
            return
        for table in dict.fromkeys(statement.reading.tables):
            if table.known is None:
                names = sorted({known.qualified for known in statement.catalog.tables.values()})
                near = get_close_matches(table.written, names, n=1)
                hint = f"Did you mean {shown(near[0])}?" if near else ""
                yield self.finding(f"There is no table {shown(table.written)}.", hint=hint)
