from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.guard.flow import Place, Use
from answerable.guard.group_size import BLENDING, Sized, sized
from answerable.guard.modes import Mode
from answerable.guard.rules.base import TreeRule, shown
from answerable.guard.verdict import Finding, Layer, Severity

if TYPE_CHECKING:
    from answerable.guard.flow import Flow
    from answerable.guard.statement import Statement


class AggregateOnlyColumns(TreeRule):
    """An aggregate-only column stands bare inside COUNT, SUM, AVG, STDDEV or VARIANCE, over large enough groups.

    The same SELECT must say `HAVING COUNT(column) >= n`, n being the policy's minimum, so that the text that is
    approved is the text that protects; Answerable adds it to the queries it writes. Rows must not be multiplied by a
    join, or one value would count as many: the other tables are met by their primary key. MIN, MAX, lists, windows,
    FILTER, expressions inside the aggregate, and every plain use are refused, because each can single out one value.
    So are two aggregates over one column in different places of a statement, and totals over several groups: what is in
    one and not in the other can be subtracted. What conditions leave out is counted before the statement runs.
    """

    code = "aggregate_only"
    layer = Layer.SCHEMA
    title = "Aggregate-only column used otherwise"
    why = "The figure of a small group, or of one row, is somebody's own figure."
    bad = "SELECT department, max(salary) FROM employees GROUP BY department"
    fix = "Use it in COUNT, SUM or AVG, from its own table, with HAVING COUNT(column) >= the minimum."

    def look(self, statement: Statement) -> Iterator[Finding]:
        following = statement.following
        if following is None or following.lost:
            return
        found: dict[tuple[str, Severity], str] = {}
        for use in following.flow.uses:
            columns = use.value.of(Mode.AGGREGATE_ONLY) | use.other.of(Mode.AGGREGATE_ONLY)
            if columns:
                found.update(self._judged(use, min(columns), following.flow, statement))
        if not any(severity is Severity.ERROR for _, severity in found):
            found.update(dict(self._subtracted(statement)))
        for (message, severity), hint in found.items():
            yield self.finding(message, hint=hint, severity=severity)

    @staticmethod
    def _subtracted(statement: Statement) -> Iterator[tuple[tuple[str, Severity], str]]:
        for column, why in statement.subtraction.problems:
            message = f"The figures over {shown(column)} might tell those of a few: {why}."
            yield (message, Severity.ERROR), "Ask for one figure at a time, over one table and its groups."

    def _judged(
        self, use: Use, column: str, flow: Flow, statement: Statement
    ) -> Iterator[tuple[tuple[str, Severity], str]]:
        least = statement.policy.minimum_group
        refusal = self._refusal(use, column, flow, statement)
        if refusal is not None:
            message, hint = refusal
            yield (message, Severity.ERROR), hint
        else:
            left_out = f"Groups with fewer than {least} values of {shown(column)} are left out."
            yield (left_out, Severity.WARNING), ""

    @staticmethod
    def _refusal(use: Use, column: str, flow: Flow, statement: Statement) -> tuple[str, str] | None:
        if use.place not in (Place.COUNTED, Place.AGGREGATED) or not isinstance(use.node, BLENDING):
            how = f" by {use.node.key.upper()}" if use.place is Place.AGGREGATED else ""
            return f"The column {shown(column)} may only be counted, summed and averaged; it is {use.place}{how}.", ""
        groups = sized(use, flow)
        if not isinstance(groups, Sized):
            return f"The column {shown(column)} may only be aggregated by itself: {groups}.", ""
        if not groups.is_own(statement.permissions):
            return f"The column {shown(column)} comes out of a view, whose groups cannot be counted.", ""
        least = statement.policy.minimum_group
        if groups.smallest < least:
            hint = f"Add HAVING COUNT({groups.column.sql()}) >= {least}."
            return f"Groups with fewer than {least} values of {shown(column)} would be shown.", hint
        return None
