from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import Statement

_KNOWN_KINDS = (
    exp.GenerateSeries,
    exp.ExplodingGenerateSeries,
    exp.GenerateDateArray,
    exp.GenerateTimestampArray,
    exp.Unnest,
    exp.Explode,
    exp.Posexplode,
    exp.Inline,
    exp.Stack,
    exp.JSONTable,
    exp.XMLTable,
    exp.Subquery,
    exp.Select,
    exp.SetOperation,
    exp.Values,
)
_ANY_FUNCTION = frozenset({"postgres"})
"""Dialects in which any function may stand in FROM."""


class TableFunctions(TreeRule):
    """What stands in FROM and is no table is a listed table function.

    Table functions have a list of their own: a name that is harmless in an expression may read a table or a file
    when it stands in FROM.
    """

    code = "table_function"
    layer = Layer.KEYWORD
    title = "Table function that is not on the list"
    why = "Table functions read files, other databases, settings and secrets."
    bad = "SELECT * FROM read_csv('/etc/passwd')"
    fix = msg("guard.read_from_a_table")

    def look(self, statement: Statement) -> Iterator[Finding]:
        listed = statement.allow_list.table_functions
        if statement.allow_list.dialect in _ANY_FUNCTION:
            listed = listed | statement.allow_list.functions
        for call in self._calls(statement):
            if isinstance(call, _KNOWN_KINDS) or call.name.lower() in listed:
                continue
            if isinstance(call, exp.Func) and not isinstance(call, exp.Anonymous):
                if any(name.lower() in listed for name in type(call).sql_names()):
                    continue
                yield self.finding(msg("guard.function_in_from", function=quote_name(type(call).__name__)))
            else:
                yield self.finding(msg("guard.function_in_from", function=quote_name(call.name)))

    @staticmethod
    def _calls(statement: Statement) -> Iterator[exp.Expr]:
        for table in statement.every(exp.Table):
            if isinstance(table.this, exp.Expr) and not isinstance(table.this, exp.Identifier):
                yield table.this
        for lateral in statement.every(exp.Lateral):
            yield lateral.this
