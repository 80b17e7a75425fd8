from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.guard.resolve.views import view_obstacle
from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import Statement


class RestrictedViews(TreeRule):
    """No view is read whose rows, or their order, depend on a restricted column.

    A view `SELECT id FROM customers WHERE ssn LIKE '1%'` shows no restricted column and still tells of one: by which
    rows it has. So do ORDER BY, GROUP BY, DISTINCT, joins and set operations over such a column, and functions of your
    own, which may read anything. A masked column may be tested for NULL, counted, and compared with another masked one.
    Naming the view's columns in `view_lineage` releases it.
    """

    code = "restricted_view"
    layer = Layer.SCHEMA
    title = "View whose rows depend on a restricted column"
    why = "Which rows a view has, or what comes first, tells what the column holds."
    bad = "SELECT id FROM vip_customers"
    fix = msg("guard.ask_tables_or_name_columns")

    def look(self, statement: Statement) -> Iterator[Finding]:
        if not statement.policy.restricts_columns:
            return
        for view in dict.fromkeys(table.known for table in statement.reading.tables if table.known is not None):
            if view.is_view and (
                why := view_obstacle(view, statement.permissions, statement.catalog, statement.allow_list)
            ):
                yield self.finding(
                    msg("guard.view_not_allowed", view=quote_name(view.qualified_name), why=why.rstrip("."))
                )
