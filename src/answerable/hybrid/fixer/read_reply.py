"""The one statement in what a model wrote, and its tree."""

from __future__ import annotations

import re

from sqlglot import exp
from sqlglot.errors import ErrorLevel, SqlglotError

from answerable.sql.parse import parse_statements

__all__ = ["parse_reply", "statement_in"]

_FENCE = re.compile(r"```[a-zA-Z]*\s*\n?(.*?)(?:```|\Z)", re.S)
_BEGIN = re.compile(r"\b(?:with|select)\b", re.I)
_MOST_LETTERS = 20_000
_OTHERS = ("sqlite", "duckdb", "postgres", "mysql", "tsql", "bigquery")


def statement_in(reply: str) -> str:
    """Without fence, talk around it and closing signs; empty where there is no SELECT. Two statements stay two: the
    guard refuses them."""
    fenced = _FENCE.search(reply)
    text = fenced[1] if fenced and _BEGIN.search(fenced[1]) else reply
    begin = _BEGIN.search(text)
    if begin is None:
        return ""
    text = text[begin.start() :]
    if not fenced:
        text = text.split("\n\n")[0]
    return text[: _MOST_LETTERS + 1].strip().rstrip("`; \n\t")


def parse_reply(sql: str, dialect: str) -> tuple[exp.Expr, str] | None:
    """Its tree and the dialect it was read in; None where it is not one query."""
    if len(sql) > _MOST_LETTERS:
        return None
    for spoken in (dialect, *(one for one in _OTHERS if one != dialect)):
        try:
            trees = parse_statements(sql, spoken)
        except (SqlglotError, RecursionError):
            continue
        return (trees[0].copy(), spoken) if len(trees) == 1 and isinstance(trees[0], exp.Query) else None
    return None


def written(tree: exp.Expr, dialect: str) -> str:
    return tree.sql(dialect=dialect, unsupported_level=ErrorLevel.IGNORE)
