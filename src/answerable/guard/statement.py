"""One statement as the rules see it: its text, its tokens, its tree, and what it reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from sqlglot import exp
from sqlglot.tokenizer_core import Token

from answerable.guard.parser import DoesNotParse, tokenize
from answerable.guard.permissions import Permissions
from answerable.guard.policy import Policy

if TYPE_CHECKING:
    from answerable.guard.catalog import Catalog
    from answerable.guard.controls import Subtraction
    from answerable.guard.estimates import RowEstimates
    from answerable.guard.following import Following
    from answerable.guard.keys import Keys
    from answerable.guard.lists import Allowed
    from answerable.guard.reading import Reading

__all__ = ["Statement", "Text"]

Node = TypeVar("Node", bound=exp.Expr)

_OPERATORS = frozenset({"|/", "||/", "//", "#-", "-|-"})
"""Operators whose last character may be the first of a comment."""
_MOST_SPACES = 50


@dataclass(frozen=True)
class Text:
    """The text before parsing: all that the rules on characters, comments and size need."""

    sql: str
    allowed: Allowed

    @cached_property
    def _spaced(self) -> tuple[str, list[Token]]:
        """The text and its tokens, an operator set apart from a comment it runs into, as in `a ||/* … */ b`.

        Engines see a comment there; the tokenizer would take `||/` for an operator."""
        sql = self.sql
        for _ in range(_MOST_SPACES):
            tokens = tokenize(sql, self.allowed.dialect)
            at = next((token.end for token in tokens if _runs_into_comment(token, sql)), None)
            if at is None:
                return sql, tokens
            sql = f"{sql[:at]} {sql[at:]}"
        raise DoesNotParse("too many operators run into a comment")

    def gaps(self) -> Iterator[tuple[int, int, str]]:
        """What stands between the tokens, white space and comments: start, end, and the characters."""
        sql, tokens = self._spaced
        end = 0
        for token in tokens:
            if end < token.start:
                yield end, token.start, sql[end : token.start]
            end = token.end + 1
        if end < len(sql):
            yield end, len(sql), sql[end:]

    @cached_property
    def tokens(self) -> list[Token]:
        """The tokens with comments blanked out, because the parser does not know `GROUP /* … */ BY`."""
        sql, tokens = self._spaced
        commented = [(start, end) for start, end, gap in self.gaps() if gap.strip(" \t\r\n")]
        if not commented:
            return tokens
        plain, done = [], 0
        for start, end in commented:
            plain += [sql[done:start], " " * (end - start)]
            done = end
        return tokenize("".join([*plain, sql[done:]]), self.allowed.dialect)


def _runs_into_comment(token: Token, sql: str) -> bool:
    return token.end > token.start and token.text in _OPERATORS and sql[token.end : token.end + 2] in ("/*", "--")


@dataclass(frozen=True)
class Statement:
    """A parsed statement with what it is judged against."""

    text: Text
    tree: exp.Expr
    catalog: Catalog
    policy: Policy

    @property
    def allowed(self) -> Allowed:
        return self.text.allowed

    @property
    def tokens(self) -> list[Token]:
        return self.text.tokens

    @cached_property
    def nodes(self) -> list[exp.Expr]:
        return list(self.tree.walk())

    @cached_property
    def _by_kind(self) -> dict[type[exp.Expr], list[exp.Expr]]:
        kinds: defaultdict[type[exp.Expr], list[exp.Expr]] = defaultdict(list)
        for node in self.nodes:
            kinds[type(node)].append(node)
        return kinds

    def every(self, kind: type[Node]) -> list[Node]:
        """All nodes of exactly this kind, in tree order."""
        return self._by_kind.get(kind, [])  # type: ignore[return-value]

    @cached_property
    def kinds(self) -> dict[type[exp.Expr], exp.Expr]:
        """Each kind of node in the tree, with its first example."""
        return {kind: found[0] for kind, found in self._by_kind.items()}

    @cached_property
    def permissions(self) -> Permissions:
        return Permissions(self.policy, self.allowed, self.catalog)

    @cached_property
    def reading(self) -> Reading:
        from answerable.guard.scopes import read

        return read(self.tree, self.allowed, self.catalog)

    @cached_property
    def following(self) -> Following | None:
        """How masked and aggregate-only columns flow; None when the statement reads none of them."""
        from answerable.guard.following import follow

        return follow(self)

    @cached_property
    def subtraction(self) -> Subtraction:
        """What of its figures over aggregate-only columns might be subtracted."""
        from answerable.guard.controls import subtraction_of

        return subtraction_of(self)

    @cached_property
    def reads_restricted_tables(self) -> bool:
        """Whether a table it reads has columns that are not free to read, used here or not."""
        return self.policy.restricts_columns and any(map(self.permissions.restricts, self.reading.tables))

    @cached_property
    def may_follow_restricted_index(self) -> bool:
        """Whether rows may come in the order of a restricted column, because an index or a key holds it."""
        from answerable.guard.order import may_follow_restricted_index

        return may_follow_restricted_index(self)

    @cached_property
    def keys(self) -> Keys:
        from answerable.guard.keys import Keys

        return Keys(self.reading)

    @cached_property
    def estimates(self) -> RowEstimates:
        from answerable.guard.estimates import RowEstimates

        return RowEstimates(self.reading, self.keys)
