from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.guard.rules.base import TreeRule, shown
from answerable.guard.verdict import Finding, Layer
from answerable.guard.views import FilterGap, filter_gaps

if TYPE_CHECKING:
    from answerable.guard.statement import Statement


class RequiredFilters(TreeRule):
    """Every query that reads a table holds the filter its business rule asks for.

    The filter stands as a condition of its own in the WHERE of the very SELECT that reads the table, or in the ON of a
    join that keeps no row of the table without it: an inner join, or an outer join on whose other side the table
    stands. Inside an OR it does not count. Order, parentheses, aliases and turned sides make no difference.

    A view over such a table holds the filter in its own definition, and so does every view behind it. Where a view only
    chooses columns and rows of the table, the query may hold the filter itself, on the view's copies of the columns. A
    view whose definition cannot be read may be over such a table, and is refused.
    """

    code = "required_filter"
    layer = Layer.SEMANTIC
    title = "Missing filter that a business rule requires"
    why = "Rows that the organisation agreed not to count would be counted."
    bad = "SELECT count(*) FROM invoices"
    fix = "Add the required condition to WHERE."

    def look(self, statement: Statement) -> Iterator[Finding]:
        for gap in filter_gaps(statement.reading, statement.policy, statement.permissions, statement.catalog):
            yield self._in_view(gap) if gap.view else self._in_query(gap)

    def _in_query(self, gap: FilterGap) -> Finding:
        return self.finding(
            f"Every query on {shown(gap.table)} must hold {shown(gap.required)}.",
            hint=f"Add AND {gap.required} to the WHERE of the SELECT that reads {shown(gap.table)}.",
        )

    def _in_view(self, gap: FilterGap) -> Finding:
        if gap.problem:
            return self.finding(
                f"The view {shown(gap.view)} may read a table without the filter it needs, such as "
                f"{shown(gap.required)}: {gap.problem.rstrip('.')}.",
                hint="Ask about the tables themselves.",
            )
        return self.finding(
            f"The view {shown(gap.view)} reads {shown(gap.table)} without the filter {shown(gap.required)}.",
            hint=f"Ask about {shown(gap.table)} itself, or have the operator add the filter to the view's definition.",
        )
