from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.rules.base import TreeRule
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import Statement


class Into(TreeRule):
    """The result goes to the asker, never INTO a table, a file or a variable."""

    code = "select_into"
    layer = Layer.KEYWORD
    title = "SELECT … INTO"
    why = "It looks like reading and writes."
    bad = "SELECT id INTO copy_of_orders FROM orders"
    fix = msg("guard.remove_into_clause")

    def look(self, statement: Statement) -> Iterator[Finding]:
        if statement.every(exp.Into):
            yield self.finding(msg("guard.writes_into"))
