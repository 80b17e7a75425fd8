from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING

from answerable.guard.rules.base import TreeRule, shown
from answerable.guard.verdict import Finding, Layer

if TYPE_CHECKING:
    from answerable.guard.reading import Scope
    from answerable.guard.statement import Statement


class Columns(TreeRule):
    """Every column belongs to a table, sub-query or function that the query can see at that place."""

    code = "unknown_column"
    layer = Layer.SCHEMA
    title = "Column that nothing in sight has"
    why = "It would fail, or mean something else than was meant."
    bad = "SELECT custmer_id FROM orders"
    fix = "Use a column of the tables in FROM."

    def look(self, statement: Statement) -> Iterator[Finding]:
        if not statement.catalog.known:
            return
        for name, scope in {name: (name, scope) for name, scope in statement.reading.unknown_columns}.values():
            yield self.finding(f"There is no column {shown(name)} here.", hint=self._hint(name, scope))

    @staticmethod
    def _hint(name: str, scope: Scope) -> str:
        visible = sorted({column for at in scope.outward() for source in at.sources for column in source.columns})
        near = get_close_matches(name.rpartition(".")[2].lower(), visible, n=1)
        return f"Did you mean {shown(near[0])}?" if near else ""
