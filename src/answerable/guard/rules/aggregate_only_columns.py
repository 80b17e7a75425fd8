from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.guard.flow import Use, UsePlace
from answerable.guard.flow.restricted_values import USE_WORDS
from answerable.guard.policy.group_size import BLENDING, Sized, measure_groups
from answerable.guard.policy.restriction_modes import Mode
from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer, Severity
from answerable.kernel.messages import CodedMessage, msg

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
    fix = msg("guard.use_in_aggregate")

    def look(self, statement: Statement) -> Iterator[Finding]:
        following = statement.following
        if following is None or following.lost:
            return
        found: dict[tuple[CodedMessage, Severity], CodedMessage | None] = {}
        for use in following.flow.uses:
            columns = use.value.of(Mode.AGGREGATE_ONLY) | use.other.of(Mode.AGGREGATE_ONLY)
            if columns:
                found.update(self._judged(use, min(columns), following.flow, statement))
        if not any(severity is Severity.ERROR for _, severity in found):
            found.update(dict(self._subtracted(statement)))
        for (message, severity), hint in found.items():
            yield self.finding(message, hint=hint, severity=severity)

    @staticmethod
    def _subtracted(statement: Statement) -> Iterator[tuple[tuple[CodedMessage, Severity], CodedMessage | None]]:
        for column, why in statement.subtraction.problems:
            message = msg("guard.figures_tell_few", column=quote_name(column), why=why)
            yield (message, Severity.ERROR), msg("guard.ask_one_figure")

    def _judged(
        self, use: Use, column: str, flow: Flow, statement: Statement
    ) -> Iterator[tuple[tuple[CodedMessage, Severity], CodedMessage | None]]:
        least = statement.policy.minimum_group
        refusal = self._refusal(use, column, flow, statement)
        if refusal is not None:
            message, hint = refusal
            yield (message, Severity.ERROR), hint
        else:
            left_out = msg("guard.small_groups_left_out", least=least, column=quote_name(column))
            yield (left_out, Severity.WARNING), None

    @staticmethod
    def _refusal(
        use: Use, column: str, flow: Flow, statement: Statement
    ) -> tuple[CodedMessage, CodedMessage | None] | None:
        if use.place not in (UsePlace.COUNTED, UsePlace.AGGREGATED) or not isinstance(use.node, BLENDING):
            return msg("guard.only_aggregated", column=quote_name(column), use=_use(use)), None
        groups = measure_groups(use, flow)
        if not isinstance(groups, Sized):
            return msg("guard.only_aggregated_by_itself", column=quote_name(column), why=groups), None
        if not groups.is_own(statement.permissions):
            return msg("guard.groups_of_view", column=quote_name(column)), None
        least = statement.policy.minimum_group
        if groups.smallest < least:
            hint = msg("guard.add_having", column=groups.column.sql(), least=least)
            return msg("guard.small_groups_shown", least=least, column=quote_name(column)), hint
        return None


def _use(use: Use) -> CodedMessage:
    if use.place is UsePlace.AGGREGATED:
        return msg("guard.aggregated_by", function=use.node.key.upper())
    return USE_WORDS[use.place]
