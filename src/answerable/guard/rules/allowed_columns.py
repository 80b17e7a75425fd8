from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import CodedMessage, msg

if TYPE_CHECKING:
    from answerable.guard.resolve.reads import ColumnRead
    from answerable.guard.statement import Statement


class AllowedColumns(TreeRule):
    """No column the policy blocks is touched, not even by a condition, an ORDER BY, a join or an aggregate.

    Touching counts, not showing: sorting by a salary or counting rows with a certain number tells what it holds.
    `*`, `t.*`, a whole row (`SELECT t FROM t`, `row_to_json(t)`), USING and NATURAL JOIN read every column they cover;
    the columns of a view are those its lineage names. `COUNT(*)` reads none.
    """

    code = "column_not_allowed"
    layer = Layer.SCHEMA
    title = "Column the policy blocks"
    why = "What is read in any way can be found out."
    bad = "SELECT id FROM employees ORDER BY salary"
    fix = msg("guard.name_unblocked_columns")

    def look(self, statement: Statement) -> Iterator[Finding]:
        found: dict[CodedMessage, None] = {}
        may_read = statement.permissions.may_read_column
        for read in statement.reading.columns:
            if not may_read(read.table, read.column):
                found[_not_allowed(read, statement)] = None
        for row in statement.reading.rows:
            if statement.permissions.forbidden_in_row(row):
                found[msg("guard.row_not_allowed", table=quote_name(row.table.name))] = None
        for message in found:
            yield self.finding(message)


def _not_allowed(read: ColumnRead, statement: Statement) -> CodedMessage:
    """A column that nobody wrote, as NATURAL JOIN reads some, is not named."""
    if read.column.casefold() not in statement.text.sql.casefold():
        return msg("guard.row_not_allowed", table=quote_name(read.table.name))
    return msg("guard.column_not_allowed", column=quote_name(f"{read.table.name}.{read.column}"))
