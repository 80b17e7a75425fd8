"""The parser with a bound on its work, so that no text can keep it busy."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import ErrorLevel, SqlglotError
from sqlglot.parser import Parser
from sqlglot.tokenizer_core import Token, TokenType

__all__ = ["DoesNotParse", "TooMuchWork", "parse", "tokenize"]

_RETREATS_AT_LEAST = 1_000
_RETREATS_A_TOKEN = 50
"""An honest statement makes the parser go back fewer than ten times a token; a hostile one, without end."""


_SELECT_ALL = ((TokenType.SELECT, "SELECT"), (TokenType.STAR, "*"), (TokenType.FROM, "FROM"))
_BEFORE_A_QUERY = frozenset(
    {TokenType.L_PAREN, TokenType.UNION, TokenType.EXCEPT, TokenType.INTERSECT, TokenType.ALL, TokenType.DISTINCT}
)


class DoesNotParse(Exception):
    """The text is not SQL of this dialect, as far as the parser can tell."""


class TooMuchWork(Exception):
    """The parser tried more readings of the text than any honest statement needs."""


def tokenize(sql: str, dialect: str) -> list[Token]:
    try:
        return _dialect(dialect).tokenize(sql)
    except (SqlglotError, ValueError, IndexError) as error:
        raise DoesNotParse(_first_line(error)) from None


def parse(sql: str, tokens: list[Token], dialect: str) -> exp.Expr:
    """The tree of the one statement that `tokens` are."""
    words = _as_select([token for token in tokens if token.token_type is not TokenType.SEMICOLON])
    kind = _bounded(_dialect(dialect).parser_class)
    parser = kind(dialect=_dialect(dialect), error_level=ErrorLevel.IMMEDIATE)
    try:
        trees = [tree for tree in parser.parse(words, sql) if tree is not None]
    except (SqlglotError, ValueError, TypeError, AttributeError, KeyError, IndexError) as error:
        raise DoesNotParse(_first_line(error)) from None
    if len(trees) != 1:
        raise DoesNotParse(f"{len(trees)} statements")
    return trees[0]


@cache
def _dialect(name: str) -> Dialect:
    known = Dialect.get(name)
    return known() if known else Dialect()


@cache
def _bounded(kind: type[Parser]) -> type[Parser]:
    """The dialect's parser, which counts how often it goes back to try another reading, and never guesses."""

    def retreat(self: Any, index: int) -> None:
        self._retreats += 1
        if self._retreats > _RETREATS_AT_LEAST + _RETREATS_A_TOKEN * len(self._tokens):
            raise TooMuchWork
        kind._retreat(self, index)

    def unsupported(self: Any) -> None:
        raise DoesNotParse("it is a command, not a query")

    members = {"_retreat": retreat, "_retreats": 0, "_warn_unsupported": unsupported}
    return type(f"Bounded{kind.__name__}", (kind,), members)


def _as_select(tokens: list[Token]) -> list[Token]:
    """`TABLE t` as `SELECT * FROM t`, which the parser knows in every dialect."""
    if not any(token.token_type is TokenType.TABLE for token in tokens):
        return tokens
    words: list[Token] = []
    before = TokenType.L_PAREN
    for token in tokens:
        if token.token_type is TokenType.TABLE and before in _BEFORE_A_QUERY:
            words += [Token(kind, word) for kind, word in _SELECT_ALL]
        else:
            words.append(token)
        before = token.token_type
    return words


def _first_line(error: Exception) -> str:
    """The parser's complaint without the excerpt it adds, which holds terminal codes."""
    return str(error).split("\n", 1)[0][:200].rstrip(". ")
