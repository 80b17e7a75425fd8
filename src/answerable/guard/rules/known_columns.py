from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import CodedMessage, msg
from answerable.naming.nearest import nearest

if TYPE_CHECKING:
    from answerable.guard.resolve.reads import NameScope
    from answerable.guard.statement import Statement


class Columns(TreeRule):
    """Every column belongs to a table, sub-query or function that the query can see at that place."""

    code = "unknown_column"
    layer = Layer.SCHEMA
    title = "Column that nothing in sight has"
    why = "It would fail, or mean something else than was meant."
    bad = "SELECT custmer_id FROM orders"
    fix = msg("guard.use_a_column")

    def look(self, statement: Statement) -> Iterator[Finding]:
        if not statement.catalog.known:
            return
        for name, scope in {name: (name, scope) for name, scope in statement.reading.unknown_columns}.values():
            yield self.finding(
                msg("guard.no_such_column", name=quote_name(name)), hint=self._hint(name, scope, statement)
            )

    @staticmethod
    def _hint(name: str, scope: NameScope, statement: Statement) -> CodedMessage | None:
        """What the policy hides is not proposed."""
        visible = {column for at in scope.outward() for source in at.sources for column in source.columns}
        near = nearest(name.rpartition(".")[2].lower(), sorted(visible - statement.hidden_columns))
        return msg("guard.did_you_mean", name=quote_name(near)) if near else None
