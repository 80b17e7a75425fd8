from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.guard.resolve.views import FilterGap, filter_gaps
from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import Statement


class RequiredFilters(TreeRule):
    """Every query that reads a table holds the filter its business rule asks for.

    The filter stands as a condition of its own in the WHERE of the very SELECT that reads the table, or in the ON of a
    join that keeps no row of the table without it: an inner join, or an outer join on whose other side the table
    stands. Inside an OR it does not count. Order, parentheses, aliases and turned sides make no difference.

    A view over such a table holds the filter in its own definition, and so does every view behind it. Where a view only
    chooses columns and rows of the table, the query may hold the filter itself, on the view's copies of the columns. A
    view whose definition cannot be read may be over such a table, and is refused. The place of a row (`rowid`, where it
    is no key) counts the rows before it, and is not told.
    """

    code = "required_filter"
    layer = Layer.SEMANTIC
    title = "Missing filter that a business rule requires"
    why = "Rows that the organisation agreed not to count would be counted."
    bad = "SELECT count(*) FROM invoices"
    fix = msg("guard.add_required_filter")

    def look(self, statement: Statement) -> Iterator[Finding]:
        for gap in filter_gaps(statement.reading, statement.policy, statement.permissions, statement.catalog):
            yield self._in_view(gap) if gap.view else self._in_query(gap)
        for table in dict.fromkeys(statement.reading.places):
            if statement.permissions.required_filters(table):
                yield self.finding(msg("guard.place_of_row", table=quote_name(table.written)))

    def _in_query(self, gap: FilterGap) -> Finding:
        return self.finding(
            msg("guard.filter_missing", table=quote_name(gap.table), filter=quote_name(gap.required)),
            hint=msg("guard.add_filter", filter=gap.required, table=quote_name(gap.table)),
        )

    def _in_view(self, gap: FilterGap) -> Finding:
        if gap.problem:
            return self.finding(
                msg(
                    "guard.view_may_lack_filter",
                    view=quote_name(gap.view),
                    filter=quote_name(gap.required),
                    problem=gap.problem.rstrip("."),
                ),
                hint=msg("guard.ask_about_tables"),
            )
        return self.finding(
            msg(
                "guard.view_without_filter",
                view=quote_name(gap.view),
                table=quote_name(gap.table),
                filter=quote_name(gap.required),
            ),
            hint=msg("guard.ask_table_or_add_filter", table=quote_name(gap.table)),
        )
