"""Parts of texts that a query looks for and the question does not say: `discontinued_on LIKE '%1%'`."""

from __future__ import annotations

from sqlglot import exp
from sqlglot.errors import SqlglotError

from answerable.naming.inflection import stem
from answerable.sql.parse import parse_sql

__all__ = ["invents_pattern"]


def invents_pattern(question: str, sql: str, dialect: str) -> bool:
    if "LIKE" not in sql.upper():
        return False
    try:
        tree = parse_sql(sql, dialect)
    except SqlglotError:
        return False
    said = question.casefold()
    return any(not _is_said(node.expression, said) for node in tree.find_all(exp.Like, exp.ILike))


def _is_said(pattern: exp.Expr, said: str) -> bool:
    """One word of it is enough: `%scented candle%` may be said in the plural."""
    text = pattern.name.replace("%", " ").replace("_", " ").casefold()
    words = text.split()
    return not isinstance(pattern, exp.Literal) or any(word in said or stem(word) in said for word in words)
