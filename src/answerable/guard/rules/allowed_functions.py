from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import Statement

_CHAINING = frozenset({"duckdb"})
"""Dialects in which `x.f()` may mean `f(x)`."""


class Functions(TreeRule):
    """Every function that is called is on the dialect's list of harmless ones.

    Whatever stands before a parenthesis is compared as it was written, quoted or not, so no renaming by the parser
    can hide it. Functions that read files or the network, run text as SQL, wait, lock, or reach the system are on no
    list; neither is any function of your own, because nobody here can know what it does.
    """

    code = "function"
    layer = Layer.KEYWORD
    title = "Function that is not on the list"
    why = "Functions are the way out of a read-only query: to files, to the network, to other SQL."
    bad = "SELECT pg_read_file('/etc/passwd')"
    fix = msg("guard.use_standard_function")

    def look(self, statement: Statement) -> Iterator[Finding]:
        for name in dict.fromkeys((*self._written(statement), *self._unnamed(statement), *self._qualified(statement))):
            yield self.finding(msg("guard.function_not_listed", name=quote_name(name)))

    def _written(self, statement: Statement) -> Iterator[str]:
        """Words before a parenthesis that are neither a listed function nor syntax nor a name with columns."""
        allowed = statement.allow_list
        listed = allowed.functions | allowed.table_functions | allowed.syntax | allowed.types
        named = self._names_with_columns(statement)
        before: Token | None = None
        for token in statement.tokens:
            if token.token_type is TokenType.L_PAREN and before is not None and _is_word(before):
                quoted = before.token_type in (TokenType.IDENTIFIER, TokenType.STRING)
                word = before.text.lower() if quoted else before.text.lower().rpartition(" ")[2]
                if word not in listed or before.token_type is TokenType.STRING:
                    if named[word] > 0:
                        named[word] -= 1
                    elif not self._is_hint(statement, word):
                        yield before.text
            before = token

    @staticmethod
    def _names_with_columns(statement: Statement) -> Counter[str]:
        """`t(a, b)`: tables, sub-queries and common table expressions that name their columns; windows; index hints."""
        aliases = [alias.name for alias in statement.every(exp.TableAlias) if alias.args.get("columns")]
        return Counter(name.lower() for name in aliases)

    @staticmethod
    def _is_hint(statement: Statement, word: str) -> bool:
        return word in statement.allow_list.hints and bool(statement.every(exp.Hint))

    @staticmethod
    def _unnamed(statement: Statement) -> Iterator[str]:
        """Calls the parser knows by name only."""
        hints = statement.allow_list.hints if statement.every(exp.Hint) else frozenset[str]()
        listed = statement.allow_list.functions | statement.allow_list.table_functions | hints
        for kind in (exp.Anonymous, exp.AnonymousAggFunc):
            for call in statement.every(kind):
                if call.name.lower() not in listed:
                    yield call.name

    @staticmethod
    def _qualified(statement: Statement) -> Iterator[str]:
        """`schema.f(…)`, `OPERATOR(schema.+)`: somebody's own function, unless the qualifier is the engine's own."""
        for dot in statement.every(exp.Dot):
            if not isinstance(dot.expression, exp.Func):
                continue
            left = dot.this
            if isinstance(left, exp.Identifier) and left.name.lower() in statement.allow_list.function_homes:
                continue
            if statement.allow_list.dialect not in _CHAINING:
                yield f"{left.name}.{dot.expression.name}"
        for operator in statement.every(exp.Operator):
            home, _, sign = str(operator.args.get("operator")).rpartition(".")
            if home.strip(' "').lower() not in ("", *statement.allow_list.function_homes):
                yield f"OPERATOR({home}.{sign})"


def _is_word(token: Token) -> bool:
    """A name, quoted in whatever way: some engines take a string for one."""
    if token.token_type in (TokenType.VAR, TokenType.IDENTIFIER, TokenType.STRING):
        return True
    return token.text[:1].isalpha() or token.text[:1] == "_"
