"""A failing statement made short: parts are dropped as long as it fails in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import sqlglot
from sqlglot import exp

__all__ = ["shrink", "without_limits"]

CLAUSES = ("with_", "with", "where", "group", "having", "order", "limit", "offset", "distinct", "joins", "qualify")


def shrink(sql: str, dialect: str, fails: Callable[[str], bool], attempts: int = 120) -> str:
    """The shortest text found that still fails."""
    best, left, improved = sql, attempts, True
    while improved and left > 0:
        improved = False
        for shorter in _shorter(best, dialect):
            left -= 1
            if left <= 0:
                break
            if len(shorter) < len(best) and fails(shorter):
                best, improved = shorter, True
                break
    return best


def without_limits(sql: str, dialect: str) -> str | None:
    """The statement with no LIMIT or OFFSET anywhere; None where it cannot be read."""
    try:
        tree = sqlglot.parse_one(sql, dialect=dialect)
        for query in list(tree.find_all(exp.Query)):
            for clause in ("limit", "offset"):
                query.set(clause, None)
        return tree.sql(dialect=dialect)
    except (sqlglot.errors.SqlglotError, ValueError, AttributeError, TypeError):
        return None


def _shorter(sql: str, dialect: str) -> Iterator[str]:
    """Without a clause, a join, an item; a sub-query for the whole; an operand for its expression."""
    try:
        tree = sqlglot.parse_one(sql, dialect=dialect)
    except sqlglot.errors.SqlglotError:
        return
    for change in _changes(tree):
        copy = tree.copy()
        try:
            made = change(list(copy.walk()))
            yield (made or copy).sql(dialect=dialect)
        except (sqlglot.errors.SqlglotError, ValueError, AttributeError, TypeError, IndexError):
            continue


Change = Callable[[list[exp.Expr]], exp.Expr | None]


def _changes(tree: exp.Expr) -> Iterator[Change]:
    nodes = list(tree.walk())
    for at, node in enumerate(nodes):
        if isinstance(node, exp.Query) and at:
            yield partial(_only, at)
    for at, node in enumerate(nodes):
        for clause in CLAUSES:
            if node.args.get(clause):
                yield partial(_without, at, clause)
        for key in ("expressions", "joins"):
            items = node.args.get(key)
            if isinstance(items, list) and len(items) > 1:
                for place in range(len(items)):
                    yield partial(_drop, at, key, place)
    for at, node in enumerate(nodes):
        if at and isinstance(node, (exp.Func, exp.Binary, exp.Paren, exp.Alias, exp.Case, exp.Window)):
            for key, child in node.args.items():
                if isinstance(child, exp.Expr) and key != "alias":
                    yield partial(_lift, at, key)


def _only(at: int, copies: list[exp.Expr]) -> exp.Expr:
    return copies[at].unnest()


def _without(at: int, clause: str, copies: list[exp.Expr]) -> None:
    copies[at].set(clause, None)


def _drop(at: int, key: str, place: int, copies: list[exp.Expr]) -> None:
    copies[at].args[key].pop(place)


def _lift(at: int, key: str, copies: list[exp.Expr]) -> None:
    copies[at].replace(copies[at].args[key])
