from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.flow.order import is_open_index, orders_by_masked
from answerable.guard.policy.table_names import table_read
from answerable.guard.rules.base import TreeRule
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.resolve.reads import TableRead
    from answerable.guard.statement import Statement

_JOIN_ORDER = "STRAIGHT_JOIN"


class IndexHints(TreeRule):
    """While a query reads a table with restricted columns, it does not tell the engine how to run.

    `INDEXED BY`, `USE INDEX` and hints in comments choose the way through a table, and with it the order of rows: by an
    index over a restricted column, that is the order of its values. `USE INDEX` and `FORCE INDEX` are open to indexes
    that are known to hold open columns only, `STRAIGHT_JOIN` where no masked column is joined.
    """

    code = "index_hint"
    layer = Layer.SCHEMA
    title = "Index hint on a table with restricted columns"
    why = "Rows read by an index come in the order of its values, which nobody may see."
    bad = "SELECT id FROM customers INDEXED BY customers_ssn"
    fix = msg("guard.leave_hint_out")

    def look(self, statement: Statement) -> Iterator[Finding]:
        if statement.policy.restricts_columns and _has_hint(statement) and statement.reads_restricted_tables:
            yield self.finding(msg("guard.index_hint"))


def _has_hint(statement: Statement) -> bool:
    if {exp.Hint, exp.JoinHint} & {*statement.kinds} or _orders_masked_join(statement):
        return True
    if any(_chooses_index(table, statement) for table in statement.every(exp.Table)):
        return True
    words = (word for select in statement.every(exp.Select) for word in select.args.get("operation_modifiers") or ())
    return any(word.name.upper() != _JOIN_ORDER for word in words)


def _chooses_index(table: exp.Table, statement: Statement) -> bool:
    """Whether a hint of the table may lead to an index over a restricted column; what is ignored leads to another."""
    if table.args.get("indexed") is not None:
        return True
    hints = table.args.get("hints") or ()
    if not hints:
        return False
    read = table_read(table, statement.allow_list, statement.catalog)
    return not all(_names_open_indexes(hint, read, statement) for hint in hints)


def _names_open_indexes(hint: exp.Expr, table: TableRead, statement: Statement) -> bool:
    if not isinstance(hint, exp.IndexTableHint) or str(hint.this).upper() not in ("USE", "FORCE"):
        return False
    return bool(hint.expressions) and all(is_open_index(name.name, table, statement) for name in hint.expressions)


def _orders_masked_join(statement: Statement) -> bool:
    """The order of a join tells nothing where no masked column is joined, and no index over a restricted one read."""
    kinds = {(join.args.get("kind") or "").upper() for join in statement.every(exp.Join)}
    words = (word for select in statement.every(exp.Select) for word in select.args.get("operation_modifiers") or ())
    if _JOIN_ORDER not in kinds | {word.name.upper() for word in words}:
        return False
    following = statement.following
    return following is not None and (bool(following.lost) or orders_by_masked(following))
