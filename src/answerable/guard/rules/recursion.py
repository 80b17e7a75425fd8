from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from sqlglot import exp

from answerable.guard.parse.constants import number
from answerable.guard.resolve.identifiers import likeness
from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import Statement


class Recursion(TreeRule):
    """A recursive query says when it ends: by a condition on its rows, a join that runs out, or a limit.

    A bound above ten million steps counts as none.
    """

    code = "unbounded_recursion"
    layer = Layer.SEMANTIC
    title = "Recursion without an end"
    why = "It runs until the time limit, fills memory meanwhile, and answers nothing."
    bad = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r"
    fix = msg("guard.bound_the_recursion")

    most_steps: ClassVar[float] = 1e7

    def look(self, statement: Statement) -> Iterator[Finding]:
        for cte in statement.every(exp.CTE):
            body = cte.this
            if isinstance(body, exp.SetOperation) and self._repeats(body, cte.alias) and not self._ends(body):
                yield self.finding(msg("guard.endless_recursion", name=quote_name(cte.alias)))

    @staticmethod
    def _repeats(body: exp.SetOperation, name: str) -> bool:
        tables = body.right.find_all(exp.Table)
        return any(likeness(table.name) == likeness(name) and not table.args.get("db") for table in tables)

    def _ends(self, body: exp.SetOperation) -> bool:
        if body.args.get("limit") is not None or body.right.args.get("limit") is not None:
            return True
        selects = list(body.right.find_all(exp.Select))
        if any(select.args.get("joins") for select in selects):
            return True
        return any(self._bounds(where) for select in selects if (where := select.args.get("where")) is not None)

    def _bounds(self, where: exp.Expr) -> bool:
        if where.find(exp.Column) is None:
            return False
        sides = [
            side for kind in (exp.LT, exp.LTE) for node in where.find_all(kind) for side in (node.this, node.expression)
        ]
        limits = [value for side in sides if (value := number(side)) is not None]
        return not limits or min(limits) <= self.most_steps
