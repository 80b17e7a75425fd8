"""How many rows a source of a query may give, as far as can be told without running it."""

from __future__ import annotations

from math import prod

from sqlglot import exp

from answerable.guard.growth import growth, series_rows
from answerable.guard.parse.constants import number
from answerable.guard.resolve.reads import NameScope, QueryReading, QuerySource
from answerable.guard.resolve.repeated_rows import Keys
from answerable.guard.resolve.tied_sources import components

__all__ = ["RowEstimates"]

_UNKNOWN_TABLE = 1e4
_FEW = 100.0
"""Groups, distinct values, elements of a nested value."""
_RECURSIVE = 1e3
_NOTHING_FIXED = frozenset[str]()


class RowEstimates:
    def __init__(self, reading: QueryReading, keys: Keys) -> None:
        self._reading = reading
        self._keys = keys
        self._of_query: dict[int, float] = {}

    def factors(self, scope: NameScope) -> list[float]:
        """The sizes that are multiplied with each other: of each group of sources tied together, its largest source."""
        groups = components(scope, self._reading) if len(scope.sources) > 1 else [scope.sources]
        sizes = (max(map(self.rows, group), default=1.0) for group in groups)
        return [size for size in sizes if size > 1]

    def rows(self, source: QuerySource) -> float:
        if source.table is not None:
            known = source.table.known
            return float(known.rows) if known is not None and known.rows is not None else _UNKNOWN_TABLE
        if _NOTHING_FIXED in self._keys.of(source):
            return 1.0
        if source.query is not None:
            return self._query(source.query)
        node = source.node
        if isinstance(node, exp.Table) and isinstance(node.this, exp.Func):
            return series_rows(node.this) or _FEW
        if isinstance(node, exp.Values):
            return float(len(node.expressions))
        return _RECURSIVE if isinstance(node, exp.Table) else _FEW

    def _query(self, query: exp.Expr) -> float:
        place = id(query)
        if place not in self._of_query:
            self._of_query[place] = _RECURSIVE  # a query that reads itself
            self._of_query[place] = self._read(query)
        return self._of_query[place]

    def _read(self, query: exp.Expr) -> float:
        if isinstance(query, exp.Subquery):
            return self._query(query.this)
        if isinstance(query, exp.SetOperation):
            return self._query(query.left) + self._query(query.right)
        scope = self._reading.scope_of.get(id(query))
        if scope is None:
            return _FEW
        few = query.args.get("group") is not None or query.args.get("distinct") is not None
        found = prod(self.factors(scope)) * _made_by(query)
        return min(found, _FEW if few else found, _limit(query))


def _limit(query: exp.Expr) -> float:
    limit = query.args.get("limit")
    value = number(limit.expression if isinstance(limit, exp.Limit) else None)
    return value if value is not None and value >= 1 else 1e18


def _made_by(query: exp.Expr) -> float:
    """Rows that a series in the SELECT list makes of each row."""
    series = (call for item in query.expressions for call in item.find_all(exp.GenerateSeries, exp.Anonymous))
    return max((growth(call) for call in series if series_rows(call) is not None), default=1.0)
