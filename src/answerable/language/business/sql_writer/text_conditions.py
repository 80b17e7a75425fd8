"""A part of a text as an SQL condition, whatever its capitals."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

__all__ = ["text_condition"]

_FOLDS_CASE = frozenset(("sqlite", "mysql"))
"""Dialects whose LIKE takes capitals and small letters for the same."""
_ESCAPE = "!"


def text_condition(column: exp.Expr, operator: str, texts: Sequence[str], dialect: str) -> exp.Expr:
    """`operator`: contains or starts_with, or either with `not_` before it. One of several texts is enough."""
    opening = "" if operator.endswith("starts_with") else "%"
    found = exp.or_(*(_like(column.copy(), opening, text, dialect) for text in texts))
    if not operator.startswith("not_"):
        return exp.Paren(this=found) if len(texts) > 1 else found
    # A row without a text does not contain it.
    left_out = exp.Not(this=exp.Paren(this=found) if len(texts) > 1 else found)
    return exp.Paren(this=exp.or_(left_out, exp.Is(this=column.copy(), expression=exp.Null())))


def _like(column: exp.Expr, opening: str, text: str, dialect: str) -> exp.Expr:
    kind = exp.Like if dialect in _FOLDS_CASE else exp.ILike
    escaped = _escaped(text)
    found = kind(this=column, expression=exp.Literal.string(f"{opening}{escaped}%"))
    return found if escaped == text else exp.Escape(this=found, expression=exp.Literal.string(_ESCAPE))


def _escaped(text: str) -> str:
    for sign in (_ESCAPE, "%", "_"):
        text = text.replace(sign, _ESCAPE + sign)
    return text
