from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

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
    fix = msg("guard.ask_about_readable_tables")

    def look(self, statement: Statement) -> Iterator[Finding]:
        for table in dict.fromkeys(statement.reading.tables):
            if not statement.permissions.may_read_table(table):
                yield self.finding(msg("guard.table_not_allowed", table=quote_name(table.written)))
            elif statement.permissions.is_unexplained_view(table):
                yield self.finding(
                    msg("guard.view_unexplained", view=quote_name(table.written)),
                    hint=msg("guard.ask_tables_or_give_lineage"),
                )
