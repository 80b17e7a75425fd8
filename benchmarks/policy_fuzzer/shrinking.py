"""A failing statement made short: parts are dropped as long as it fails in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import sqlglot
from sqlglot import exp

__all__ = ["shrink", "without_order"]

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


def without_order(sql: str, dialect: str) -> str | None:
    """The statement with no ORDER BY, LIMIT or OFFSET anywhere but in windows; None where it cannot be read."""
    try:
        tree = sqlglot.parse_one(sql, dialect=dialect)
        for query in list(tree.find_all(exp.Query)):
            for clause in ("order", "limit", "offset"):
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


Change = Callable[[list[exp.Expression]], exp.Expression | None]


def _changes(tree: exp.Expression) -> Iterator[Change]:
    nodes = list(tree.walk())
    for at, node in enumerate(nodes):
        if isinstance(node, exp.Query) and at:
            yield lambda copies, at=at: copies[at].unnest() if isinstance(copies[at], exp.Subquery) else copies[at]
    for at, node in enumerate(nodes):
        for clause in CLAUSES:
            if node.args.get(clause):
                yield lambda copies, at=at, clause=clause: copies[at].set(clause, None)
        for key in ("expressions", "joins"):
            items = node.args.get(key)
            if isinstance(items, list) and len(items) > 1:
                for place in range(len(items)):
                    yield lambda copies, at=at, key=key, place=place: _drop(copies[at], key, place)
    for at, node in enumerate(nodes):
        if at and isinstance(node, (exp.Func, exp.Binary, exp.Paren, exp.Alias, exp.Case, exp.Window)):
            for key, child in node.args.items():
                if isinstance(child, exp.Expression) and key != "alias":
                    yield lambda copies, at=at, key=key: _lift(copies[at], key)


def _drop(node: exp.Expression, key: str, place: int) -> None:
    node.args[key].pop(place)


def _lift(node: exp.Expression, key: str) -> None:
    node.replace(node.args[key])
