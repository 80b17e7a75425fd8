from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer, Severity
from answerable.kernel.messages import CodedMessage, msg

if TYPE_CHECKING:
    from answerable.guard.resolve.equal_columns import Tie
    from answerable.guard.resolve.reads import NameScope, QuerySource
    from answerable.guard.statement import Statement

_MULTIPLIED = (exp.Sum, exp.Avg, exp.Count)


class FanOut(TreeRule):
    """A sum over one table that is joined to several rows of another counts its rows more than once.

    Known from primary and foreign keys, declared or inferred, and from how many values a column was seen to have:
    where a joined table is met by columns that do not identify its rows, each row on this side may be repeated. Keys
    are followed through sub-queries and common table expressions, so grouping before joining is seen to be right.
    SUM, AVG and COUNT of a repeated table are told, and COUNT(*) where every table is repeated, so that it counts
    pairs. MIN, MAX and DISTINCT aggregates do not mind; neither do AVG and COUNT within one
    row's group.
    """

    code = "fan_out"
    layer = Layer.SEMANTIC
    severity = Severity.WARNING
    title = "Join that multiplies an aggregate"
    why = "The total comes out too high, and nothing looks wrong."
    bad = "SELECT sum(o.total_amount) FROM orders o JOIN order_items i ON i.order_id = o.id"
    fix = msg("guard.aggregate_before_join")

    def look(self, statement: Statement) -> Iterator[Finding]:
        for scope in statement.reading.selects:
            if scope.select is None or len(scope.sources) < 2:
                continue
            calls = list(_calls(scope.select))
            if calls:
                yield from self._multiplied(statement, scope, calls)

    def _multiplied(self, statement: Statement, scope: NameScope, calls: list[exp.Expr]) -> Iterator[Finding]:
        multiplied = {id(source): tie for source in scope.sources if (tie := statement.keys.multiplier(scope, source))}
        if not multiplied:
            return
        told: dict[tuple[str, str], None] = {}
        for call in calls:
            if isinstance(call, exp.Count) and call.find(exp.Column) is None:
                if len(multiplied) == len(scope.sources):
                    yield self._pairs(scope, multiplied)
                continue
            source = _source_of(call, statement)
            if source is None or (tie := multiplied.get(id(source))) is None:
                continue
            if not isinstance(call, exp.Sum) and self._is_alone(statement, scope, source):
                continue
            if (call.key, source.name) not in told:
                told[call.key, source.name] = None
                yield self._sum(call, source, tie)

    def _sum(self, call: exp.Expr, source: QuerySource, tie: Tie) -> Finding:
        function, one, many = call.key.upper(), _shown_label(source), _shown_label(tie.source)
        message = msg("guard.counts_repeatedly", function=function, one=one, many=many, join=_written(tie))
        return self.finding(message, hint=self._way_out(call, source, tie))

    def _way_out(self, call: exp.Expr, source: QuerySource, tie: Tie) -> CodedMessage:
        if isinstance(call, exp.Count):
            return msg("guard.count_distinct_keys_of", table=_shown_label(source))
        return msg("guard.group_first", table=_shown_label(tie.source), column=quote_name(tie.column))

    def _pairs(self, scope: NameScope, multiplied: dict[int, Tie]) -> Finding:
        tie = multiplied[id(scope.sources[0])]
        other = _shown_label(tie.other if tie.other is not None else scope.sources[0])
        message = msg("guard.counts_combinations", one=other, other=_shown_label(tie.source), join=_written(tie))
        return self.finding(message, hint=msg("guard.count_distinct_keys"))

    @staticmethod
    def _is_alone(statement: Statement, scope: NameScope, source: QuerySource) -> bool:
        """True when each group holds one row of the source: its average is that value, its count that of the others."""
        group = scope.select.args.get("group") if scope.select is not None else None
        columns = group.expressions if group is not None else []
        own = {statement.reading.column_key(c) for c in columns if statement.reading.origin.get(id(c)) is source}
        return any(key <= own for key in statement.keys.of(source))


def _calls(select: exp.Select) -> Iterator[exp.Expr]:
    """Aggregates of this very SELECT, without those that look at each value once."""
    clauses = [*select.expressions, *filter(None, (select.args.get("having"), select.args.get("order")))]
    for clause in clauses:
        for call in clause.find_all(*_MULTIPLIED):
            if not isinstance(call.this, exp.Distinct) and call.find_ancestor(exp.Select) is select:
                yield call


def _source_of(call: exp.Expr, statement: Statement) -> QuerySource | None:
    """The one source an aggregate is over; a product of columns of two tables is of neither."""
    found = {id(s): s for c in call.find_all(exp.Column) if (s := statement.reading.origin.get(id(c))) is not None}
    return next(iter(found.values())) if len(found) == 1 else None


def _shown_label(source: QuerySource) -> CodedMessage | str:
    label = source.table.written if source.table is not None else source.name
    return quote_name(label) if label else msg("guard.quoted_sub_query")


def _written(tie: Tie) -> CodedMessage:
    other = tie.other.name if tie.other is not None else ""
    return msg("guard.joined_by", condition=f"{tie.source.name}.{tie.column} = {other}.{tie.other_column}")
