from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.rules.base import TreeRule
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import Statement


class Locking(TreeRule):
    """No row locks: FOR UPDATE, FOR SHARE, LOCK IN SHARE MODE."""

    code = "locks"
    layer = Layer.KEYWORD
    title = "Locking rows"
    why = "A question must not make other people's work wait."
    bad = "SELECT id FROM orders FOR UPDATE"
    fix = msg("guard.remove_lock")

    def look(self, statement: Statement) -> Iterator[Finding]:
        if statement.every(exp.Lock):
            yield self.finding(msg("guard.locks_rows"))
