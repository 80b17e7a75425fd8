from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.guard.rules.base import TextRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import SqlText

_BEGINNINGS = frozenset({"select", "with", "values", "("})
_OWN_BEGINNINGS = {
    "postgres": frozenset({"table"}),
    "mysql": frozenset({"table"}),
    "duckdb": frozenset({"from", "table", "pivot", "unpivot"}),
    "spark": frozenset({"from", "table"}),
}


class QueryOnly(TextRule):
    """A statement begins as a query does: SELECT, WITH, VALUES, a parenthesis; FROM or TABLE where the engine has them.

    Everything else — writing, defining, granting, transactions, settings, EXPLAIN, SHOW — is refused by its first word,
    before it is parsed.
    """

    code = "not_a_query"
    layer = Layer.KEYWORD
    title = "Not a query"
    why = "Only reading is allowed, whatever the account that is connected may do."
    bad = "DELETE FROM orders"
    fix = msg("guard.write_a_select")

    def look(self, text: SqlText) -> Iterator[Finding]:
        first = text.tokens[0].text.lower() if text.tokens else ""
        if first not in _BEGINNINGS | _OWN_BEGINNINGS.get(text.allow_list.dialect, frozenset()):
            yield self.finding(msg("guard.begins_otherwise", word=quote_name(first.upper())))
