"""Parsing with a cache of trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlglot
from sqlglot import exp
from sqlglot.errors import ParseError

from answerable.kernel.cache import BoundedCache

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["parse_sql", "parse_statements", "parse_to_edit", "remember_tree"]

_TREES_KEPT = 256
_trees: BoundedCache[tuple[str, str], tuple[exp.Expr, ...]] = BoundedCache(_TREES_KEPT)


def parse_statements(sql: str, dialect: str) -> tuple[exp.Expr, ...]:
    """The statements of a text. Trees are shared with everybody who parses the same text: never change them."""
    return _trees.get_or_make((sql, dialect), lambda: tuple(_statements(sqlglot.parse(sql, dialect=dialect))))


def parse_sql(sql: str, dialect: str) -> exp.Expr:
    """The first statement, shared: never change it. Raises ParseError where the text cannot be read."""
    statements = parse_statements(sql, dialect)
    if not statements:
        raise ParseError("There is no statement in this text.")
    return statements[0]


def parse_to_edit(sql: str, dialect: str) -> exp.Expr:
    """A copy of the first statement, for whoever changes it."""
    return parse_sql(sql, dialect).copy()


def remember_tree(sql: str, dialect: str, tree: exp.Expr) -> None:
    """For whoever has parsed this text already: the next to ask need not."""
    _trees.put((sql, dialect), (tree,))


def _statements(trees: Iterable[exp.Expr | None]) -> Iterable[exp.Expr]:
    return (tree for tree in trees if tree is not None and not isinstance(tree, exp.Semicolon))
