from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import TYPE_CHECKING, ClassVar

from answerable.guard.rules.base import TreeRule
from answerable.guard.verdict import Finding, Layer, Severity
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.resolve.reads import NameScope
    from answerable.guard.statement import Statement


class Cartesian(TreeRule):
    """Tables that no condition ties together are multiplied with each other.

    Two such tables are told, three or more stop the query, because their product has no bound anybody meant; where row
    counts are known, the product itself decides: above a hundred million. Sub-queries and common table expressions
    count with what they read; those that give one row multiply nothing and are left out.
    """

    code = "cartesian_product"
    layer = Layer.SEMANTIC
    title = "Cartesian product"
    why = "Every row is paired with every other: sums come out multiplied, and the query may never end."
    bad = "SELECT count(*) FROM orders, customers, products"
    fix = msg("guard.join_by_keys")

    most_rows: ClassVar[float] = 1e8

    def look(self, statement: Statement) -> Iterator[Finding]:
        for scope in statement.reading.selects:
            if len(scope.sources) < 2:
                continue
            sizes = statement.estimates.factors(scope)
            if len(sizes) > 1 and (finding := self._judged(scope, prod(sizes))) is not None:
                yield finding

    def _judged(self, scope: NameScope, product: float) -> Finding | None:
        names = tuple(source.name or msg("guard.a_sub_query") for source in scope.sources[:6])
        message = msg("guard.not_joined", names=names)
        if product > self.most_rows:
            return self.finding(message)
        if all(source.table is not None for source in scope.sources):
            return self.finding(message, severity=Severity.WARNING)
        return None
