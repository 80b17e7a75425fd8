from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot.tokenizer_core import TokenType

from answerable.guard.rules.base import TextRule
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import SqlText


class OneStatement(TextRule):
    """Exactly one statement, with at most semicolons after it."""

    code = "many_statements"
    layer = Layer.KEYWORD
    title = "More than one statement, or none"
    why = "A second statement would run unseen behind the first."
    bad = "SELECT 1; DROP TABLE orders"
    fix = msg("guard.send_one_query")

    def look(self, text: SqlText) -> Iterator[Finding]:
        ended = False
        for token in text.tokens:
            if token.token_type is TokenType.SEMICOLON:
                ended = True
            elif ended:
                yield self.finding(msg("guard.several_statements"))
                return
        if not text.tokens or text.tokens[0].token_type is TokenType.SEMICOLON:
            yield self.finding(msg("guard.no_statement"), hint=msg("guard.write_a_query"))
