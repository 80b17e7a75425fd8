from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.rules.base import TreeRule
from answerable.guard.verdict import Finding, Layer

if TYPE_CHECKING:
    from answerable.guard.statement import Statement


class IndexHints(TreeRule):
    """While a query reads a table with restricted columns, it does not tell the engine how to run.

    `INDEXED BY`, `USE INDEX`, `STRAIGHT_JOIN` and hints in comments choose the way through a table, and with it the
    order of rows: by an index over a restricted column, that is the order of its values.
    """

    code = "index_hint"
    layer = Layer.SCHEMA
    title = "Index hint on a table with restricted columns"
    why = "Rows read by an index come in the order of its values, which nobody may see."
    bad = "SELECT id FROM customers INDEXED BY customers_ssn"
    fix = "Leave the hint out; the engine chooses."

    def look(self, statement: Statement) -> Iterator[Finding]:
        if statement.policy.restricts_columns and _has_hint(statement) and statement.reads_restricted_tables:
            yield self.finding(
                "The query tells the engine which index or order to use on a table with restricted columns."
            )


def _has_hint(statement: Statement) -> bool:
    if {exp.Hint, exp.IndexTableHint, exp.JoinHint} & {*statement.kinds}:
        return True
    if any(table.args.get("indexed") is not None or table.args.get("hints") for table in statement.every(exp.Table)):
        return True
    if any((join.args.get("kind") or "").upper() == "STRAIGHT_JOIN" for join in statement.every(exp.Join)):
        return True
    return any(select.args.get("operation_modifiers") for select in statement.every(exp.Select))
