from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.guard.rules.base import TreeRule, shown
from answerable.guard.verdict import Finding, Layer

if TYPE_CHECKING:
    from answerable.guard.statement import Statement


class AllowedTables(TreeRule):
    """Only tables the policy allows are read, wherever in the query they stand.

    While columns are restricted, a view is read only if it is known which columns it shows: from its definition, or
    from the policy's `view_lineage`.
    """

    code = "table_not_allowed"
    layer = Layer.SCHEMA
    title = "Table the policy does not allow"
    why = "The policy names the tables that may be read."
    bad = "SELECT secret FROM api_keys"
    fix = "Ask about the tables you may read, or ask the operator for access."

    def look(self, statement: Statement) -> Iterator[Finding]:
        for table in dict.fromkeys(statement.reading.tables):
            if not statement.permissions.may_read_table(table):
                yield self.finding(f"The table {shown(table.written)} may not be read.")
            elif statement.permissions.is_unexplained_view(table):
                yield self.finding(
                    f"The view {shown(table.written)} may show restricted columns: its definition could not be read.",
                    hint="Ask about the tables themselves, or have the operator give its view_lineage.",
                )
