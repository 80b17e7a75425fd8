"""One text → one query tree; anything else is turned away with the reason."""

from __future__ import annotations

from functools import lru_cache

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from answerable.errors import AskerError, Refused

__all__ = ["parse_query"]

_CHANGES = (exp.DDL, exp.DML, exp.Command, exp.Drop, exp.Alter, exp.Set, exp.Use, exp.Transaction, exp.Commit)


_KEPT = 128


@lru_cache(_KEPT)
def parse_query(sql: str, dialect: str) -> exp.Expr:
    """One tree for all who ask: to be read, never changed."""
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
