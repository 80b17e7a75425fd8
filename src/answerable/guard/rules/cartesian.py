from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from sqlglot import exp

from answerable.guard.growth import series_rows
from answerable.guard.joins import components
from answerable.guard.rules.base import TreeRule
from answerable.guard.verdict import Finding, Layer, Severity

if TYPE_CHECKING:
    from answerable.guard.reading import Scope, Source
    from answerable.guard.statement import Statement


class Cartesian(TreeRule):
    """Tables that no condition ties together are multiplied with each other.

    Two such tables are told, three or more stop the query, because their product has no bound anybody meant; where row
    counts are known, the product itself decides. Sub-queries that give one row, and small constant series, multiply
    nothing and are left out.
    """

    code = "cartesian_product"
    layer = Layer.SEMANTIC
    title = "Cartesian product"
    why = "Every row is paired with every other: sums come out multiplied, and the query may never end."
    bad = "SELECT count(*) FROM orders, customers, products"
    fix = "Join the tables by their keys."

    most_rows: ClassVar[float] = 1e8
    unknown_rows: ClassVar[float] = 1e4
    """Taken for a table whose size is not known: two of them are told, three stop the query."""

    def look(self, statement: Statement) -> Iterator[Finding]:
        for scope in statement.reading.selects:
            groups = components(scope, statement.reading) if len(scope.sources) > 1 else []
            sizes = [size for group in groups if (size := max(map(self._rows, group))) > 1]
            if len(sizes) < 2:
                continue
            if (finding := self._judged(scope, sizes)) is not None:
                yield finding

    def _judged(self, scope: Scope, sizes: list[float]) -> Finding | None:
        product = 1.0
        for size in sizes:
            product *= size
        names = ", ".join(source.name or "a sub-query" for source in scope.sources[:6])
        message = f"No condition ties {names} together, so every row is paired with every other."
        if product > self.most_rows:
            return self.finding(message)
        if all(source.table is not None for source in scope.sources):
            return self.finding(message, severity=Severity.WARNING)
        return None

    def _rows(self, source: Source) -> float:
        """Rows a source may give, as far as can be told without running it."""
        if source.table is not None:
            known = source.table.known
            return float(known.rows) if known is not None and known.rows is not None else self.unknown_rows
        node = source.node
        if isinstance(node, exp.Table) and isinstance(node.this, exp.Func):
            return series_rows(node.this) or 100.0
        if isinstance(node, exp.Subquery):
            return self._query_rows(node.this)
        if isinstance(node, exp.Values):
            return float(len(node.expressions))
        return 100.0

    @staticmethod
    def _query_rows(query: exp.Expr) -> float:
        """One for a lone aggregate or a query without FROM, few for grouped or limited ones."""
        if not isinstance(query, exp.Select):
            return 100.0
        grouped = query.args.get("group") is not None
        if query.args.get("from_") is None or (not grouped and any(_aggregates(e) for e in query.expressions)):
            return 1.0
        return 100.0


def _aggregates(projection: exp.Expr) -> bool:
    inner = projection.unalias()
    return isinstance(inner, exp.AggFunc) or (inner.find(exp.AggFunc) is not None and inner.find(exp.Window) is None)
