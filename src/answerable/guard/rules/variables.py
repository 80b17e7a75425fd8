from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.rules.base import TreeRule
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import Statement

_ROW_FIRST = frozenset({"postgres"})


class Variables(TreeRule):
    """No session variables, no parameters, and no words that tell about the session.

    `@a := 1` changes the session, `@@version` and `current_user` tell about the server, and `?` or `$1` would leave
    open what runs.
    """

    code = "session"
    layer = Layer.KEYWORD
    title = "Session variable, parameter or session fact"
    why = "A question is about the data, and its text is all that runs."
    bad = "SELECT @@version"
    fix = msg("guard.write_the_value")

    def look(self, statement: Statement) -> Iterator[Finding]:
        for kind in (exp.Parameter, exp.SessionParameter, exp.Placeholder):
            if statement.every(kind):
                yield self.finding(msg("guard.uses_variable"))
                return
        for column in statement.every(exp.Column):
            first = column.parts[0]
            if first.name.startswith("$") and not first.args.get("quoted"):
                yield self.finding(msg("guard.uses_variable"))
                return
            if self._is_fact(statement, first) and not self._is_column(statement, column):
                yield self.finding(msg("guard.tells_about_session", word=first.name.upper()))
                return

    @staticmethod
    def _is_fact(statement: Statement, name: exp.Expr) -> bool:
        """A quoted word is a name, except for columns the engine adds, which begin with an underscore."""
        word = name.name.lower()
        return word in statement.allow_list.refused_words and (not name.args.get("quoted") or word.startswith("_"))

    @staticmethod
    def _is_column(statement: Statement, column: exp.Column) -> bool:
        if statement.allow_list.dialect in _ROW_FIRST and len(column.parts) == 1:
            return False
        return id(column) in statement.reading.origin
