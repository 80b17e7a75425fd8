"""One statement as the rules see it: its text, its tokens, its tree, and what it reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from sqlglot import exp
from sqlglot.tokenizer_core import Token

from answerable.guard.parser import tokenize
from answerable.guard.permissions import Permissions
from answerable.guard.policy import Policy

if TYPE_CHECKING:
    from answerable.guard.catalog import Catalog
    from answerable.guard.lists import Allowed
    from answerable.guard.reading import Reading

__all__ = ["Statement", "Text"]

Node = TypeVar("Node", bound=exp.Expr)


@dataclass(frozen=True)
class Text:
    """The text before parsing: all that the rules on characters, comments and size need."""

    sql: str
    allowed: Allowed

    @cached_property
    def _first_tokens(self) -> list[Token]:
        return tokenize(self.sql, self.allowed.dialect)

    def gaps(self) -> Iterator[tuple[int, int]]:
        """Where, between the tokens, white space and comments stand: start and end."""
        end = 0
        for token in self._first_tokens:
            if end < token.start:
                yield end, token.start
            end = token.end + 1
        if end < len(self.sql):
            yield end, len(self.sql)

    @cached_property
    def tokens(self) -> list[Token]:
        """The tokens with comments blanked out, because the parser does not know `GROUP /* … */ BY`."""
        commented = [(start, end) for start, end in self.gaps() if self.sql[start:end].strip(" \t\r\n")]
        if not commented:
            return self._first_tokens
        plain, done = [], 0
        for start, end in commented:
            plain += [self.sql[done:start], " " * (end - start)]
            done = end
        return tokenize("".join([*plain, self.sql[done:]]), self.allowed.dialect)


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
        return Permissions(self.policy, self.allowed)

    @cached_property
    def reading(self) -> Reading:
        from answerable.guard.scopes import read

        return read(self.tree, self.allowed, self.catalog)
