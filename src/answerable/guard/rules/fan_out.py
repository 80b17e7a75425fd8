from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.joins import key_pairs
from answerable.guard.rules.base import TreeRule, shown
from answerable.guard.verdict import Finding, Layer, Severity

if TYPE_CHECKING:
    from answerable.guard.reading import Scope, Source
    from answerable.guard.statement import Statement

_MULTIPLIED = (exp.Sum, exp.Avg, exp.Count)


class FanOut(TreeRule):
    """A sum over one table that is joined to several rows of another counts its rows more than once.

    Known from the keys: when the joined table is met by columns that are not its key, each row on this side may be
    repeated. MIN, MAX and DISTINCT aggregates do not mind.
    """

    code = "fan_out"
    layer = Layer.SEMANTIC
    severity = Severity.WARNING
    title = "Join that multiplies an aggregate"
    why = "The total comes out too high, and nothing looks wrong."
    bad = "SELECT sum(o.total_amount) FROM orders o JOIN order_items i ON i.order_id = o.id"
    fix = "Aggregate before joining, or count DISTINCT keys."

    def look(self, statement: Statement) -> Iterator[Finding]:
        for scope in statement.reading.selects:
            if scope.select is None or len(scope.sources) < 2:
                continue
            repeated = self._repeated(statement, scope)
            for call in self._calls(scope.select):
                for column in call.find_all(exp.Column):
                    source = statement.reading.origin.get(id(column))
                    if source is not None and (by := repeated.get(id(source))) is not None:
                        name, other = shown(f"{source.name}.{column.name}"), shown(by.name)
                        yield self.finding(f"{call.key.upper()} of {name} counts a row once for each row of {other}.")
                        break

    @staticmethod
    def _calls(select: exp.Select) -> Iterator[exp.Expr]:
        for projection in select.expressions:
            for call in projection.find_all(*_MULTIPLIED):
                if not isinstance(call.this, exp.Distinct):
                    yield call

    @staticmethod
    def _repeated(statement: Statement, scope: Scope) -> dict[int, Source]:
        """id of a source → the source it is joined to by columns that are not the other's key."""
        met: dict[tuple[int, int], set[str]] = {}
        pairs: dict[tuple[int, int], tuple[Source, Source]] = {}
        for one, _, other, column in key_pairs(scope, statement.reading):
            met.setdefault((id(one), id(other)), set()).add(column)
            pairs[id(one), id(other)] = (one, other)
        repeated: dict[int, Source] = {}
        for key, columns in met.items():
            one, other = pairs[key]
            keys = other.table.known.unique if other.table is not None and other.table.known is not None else ()
            if keys and not any(unique <= columns for unique in keys):
                repeated[id(one)] = other
        return repeated
