from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from sqlglot.tokenizer_core import TokenType

from answerable.guard.rules.base import TextRule
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import CodedMessage, msg

if TYPE_CHECKING:
    from answerable.guard.statement import SqlText

_OPENING = frozenset({TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE, TokenType.CASE})
_CLOSING = frozenset({TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE, TokenType.END})


class Size(TextRule):
    """A statement has at most 100,000 characters, 20,000 tokens, 32 levels of nesting, 100 joins and 32 `][`.

    All of this is counted on the tokens, before anything recursive looks at the text, so that a hostile statement can
    neither exhaust the stack nor keep the parser busy.
    """

    code = "too_large"
    layer = Layer.KEYWORD
    title = "Too large or nested too deeply"
    why = "A statement nobody can read is no answer, and a huge one can hang or crash whatever parses it."
    bad = "SELECT ((((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))))"
    fix = msg("guard.split_or_shorten")

    most_characters: ClassVar[int] = 100_000
    most_tokens: ClassVar[int] = 20_000
    deepest: ClassVar[int] = 32
    most_joins: ClassVar[int] = 100
    most_subscripts: ClassVar[int] = 32

    def look(self, text: SqlText) -> Iterator[Finding]:
        if len(text.sql) > self.most_characters:
            yield self._too_many(msg("guard.count_characters"), len(text.sql), self.most_characters)
            return
        joins = sum(token.token_type is TokenType.JOIN for token in text.tokens)
        counts = (
            (msg("guard.count_tokens"), len(text.tokens), self.most_tokens),
            (msg("guard.count_levels"), self._depth(text), self.deepest),
            (
                msg("guard.count_joins"),
                joins,
                self.most_joins,
            ),
            (msg("guard.count_subscripts"), self._subscripts(text), self.most_subscripts),
        )
        for what, count, most in counts:
            if count > most:
                yield self._too_many(what, count, most)

    def _too_many(self, what: CodedMessage, count: int, most: int) -> Finding:
        return self.finding(msg("guard.statement_too_large", count=count, what=what, most=most))

    @staticmethod
    def _depth(text: SqlText) -> int:
        depth = deepest = 0
        for token in text.tokens:
            if token.token_type in _OPENING:
                depth += 1
                deepest = max(deepest, depth)
            elif token.token_type in _CLOSING:
                depth -= 1
        return deepest

    @staticmethod
    def _subscripts(text: SqlText) -> int:
        kinds = [token.token_type for token in text.tokens]
        return sum(a is TokenType.R_BRACKET and b is TokenType.L_BRACKET for a, b in pairwise(kinds))
