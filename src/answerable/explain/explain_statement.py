"""One text → one query tree; anything else is refused with the reason."""

from __future__ import annotations

from sqlglot import exp
from sqlglot.errors import SqlglotError

from answerable.kernel.errors import AskerError, Refused
from answerable.kernel.messages import msg
from answerable.sql.parse import parse_statements

__all__ = ["parse_query"]

_CHANGES = (exp.DDL, exp.DML, exp.Command, exp.Drop, exp.Alter, exp.Set, exp.Use, exp.Transaction, exp.Commit)


def parse_query(sql: str, dialect: str) -> exp.Expr:
    """One tree for all who ask: to be read, never changed."""
    try:
        statements = parse_statements(sql, dialect)
    except SqlglotError as error:
        raise AskerError(
            msg("explain.invalid_sql", dialect=dialect, reason=_reason(error)),
            hint=msg("explain.correct_and_try_again"),
        ) from None
    if len(statements) != 1:
        raise AskerError(
            msg("explain.several_statements", count=len(statements)), hint=msg("explain.explain_one_at_a_time")
        )
    (statement,) = statements
    if isinstance(statement, _CHANGES) and not isinstance(statement, exp.Query):
        raise Refused(msg("explain.not_a_query"), hint=msg("explain.start_with_select"))
    return statement


def _reason(error: SqlglotError) -> str:
    return str(error).splitlines()[0] if str(error) else "it could not be read."
