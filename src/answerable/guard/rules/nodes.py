from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.parse.allow_lists import node_kinds
from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import Statement

_ROOTS = (exp.Select, exp.SetOperation, exp.Subquery, exp.Values, exp.Pivot)
_NAMED_ELSEWHERE = (exp.Lock, exp.Into, exp.DML, exp.DDL, exp.Parameter, exp.SessionParameter, exp.Placeholder)
"""Kinds that other rules refuse with a better message."""


class Nodes(TreeRule):
    """Every part of the syntax tree is of a kind that is known to be harmless.

    The kinds are an allow-list: syntax that is new, rare or unknown to the parser is refused until somebody has
    looked at it.
    """

    code = "syntax"
    layer = Layer.KEYWORD
    title = "Syntax that is not on the list"
    why = "What is not known to be harmless is not run."
    bad = "SELECT #1 FROM orders"
    fix = msg("guard.write_plain_select")

    def look(self, statement: Statement) -> Iterator[Finding]:
        if not isinstance(statement.tree, _ROOTS):
            yield self.finding(msg("guard.kind_not_a_query", kind=quote_name(type(statement.tree).__name__)))
            return
        listed = node_kinds()
        for kind in statement.kinds:
            if kind.__name__ not in listed and not issubclass(kind, _NAMED_ELSEWHERE):
                yield self.finding(msg("guard.syntax_not_listed", kind=quote_name(kind.__name__)))
        if not all(isinstance(cte.this, _ROOTS) for cte in statement.every(exp.CTE)) or not all(
            isinstance(inner.this, (*_ROOTS, exp.Table)) for inner in statement.every(exp.Subquery)
        ):
            yield self.finding(msg("guard.parentheses_not_a_query"))
