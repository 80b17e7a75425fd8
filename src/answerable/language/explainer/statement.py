"""One text → one query tree; anything else is turned away with the reason."""

from __future__ import annotations

import threading
from collections import OrderedDict

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from answerable.errors import AskerError, Refused

__all__ = ["know_tree", "parse_query"]

_CHANGES = (exp.DDL, exp.DML, exp.Command, exp.Drop, exp.Alter, exp.Set, exp.Use, exp.Transaction, exp.Commit)


_KEPT = 128
_trees: OrderedDict[tuple[str, str], exp.Expr] = OrderedDict()
_lock = threading.Lock()


def parse_query(sql: str, dialect: str) -> exp.Expr:
    """One tree for all who ask: to be read, never changed."""
    with _lock:
        if (sql, dialect) in _trees:
            _trees.move_to_end((sql, dialect))
            return _trees[sql, dialect]
    tree = _parsed(sql, dialect)
    know_tree(sql, dialect, tree)
    return tree


def know_tree(sql: str, dialect: str, tree: exp.Expr) -> None:
    """For whoever has parsed this text in this dialect already."""
    with _lock:
        _trees[sql, dialect] = tree
        while len(_trees) > _KEPT:
            _trees.popitem(last=False)


def _parsed(sql: str, dialect: str) -> exp.Expr:
    try:
        statements = [
            s for s in sqlglot.parse(sql, dialect=dialect) if s is not None and not isinstance(s, exp.Semicolon)
        ]
    except SqlglotError as error:
        raise AskerError(
            f"This is not valid {dialect} SQL: {_reason(error)}", hint="Correct it and try again."
        ) from None
    if len(statements) != 1:
        raise AskerError(f"Expected one statement, found {len(statements)}.", hint="Explain them one at a time.")
    (statement,) = statements
    if isinstance(statement, _CHANGES) and not isinstance(statement, exp.Query):
        raise Refused("Only queries are explained; this statement is not one.", hint="Start it with SELECT or WITH.")
    return statement


def _reason(error: SqlglotError) -> str:
    return str(error).splitlines()[0] if str(error) else "it could not be read."
