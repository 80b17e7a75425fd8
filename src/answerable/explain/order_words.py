"""By what rows are ordered, and from which end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.explain.time_words import grain
from answerable.kernel.schema import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from answerable.explain.explainer import Explainer

__all__ = ["order_keys"]


def order_keys(teller: Explainer, order: exp.Expr, columns: Sequence[exp.Expr] = ()) -> list[str]:
    """Each key with its direction. `columns` are what is shown, for keys given by position."""
    return [_key(teller, key, columns) for key in order.expressions]


def _key(teller: Explainer, key: exp.Expr, columns: Sequence[exp.Expr]) -> str:
    if not isinstance(key, exp.Ordered):
        return teller.tell(key)
    subject = at_position(teller, key.this, columns)
    is_all = isinstance(subject, exp.Var) and subject.name.upper() == "ALL"
    phrase = teller.say("by_all_columns") if is_all else teller.tell(subject)
    directed = teller.say(_direction(teller, _meaning(subject, columns), bool(key.args.get("desc"))), phrase)
    return _with_nulls(teller, key, directed)


def at_position(teller: Explainer, key: exp.Expr, columns: Sequence[exp.Expr]) -> exp.Expr:
    """The shown column that a bare number in ORDER BY or GROUP BY stands for."""
    if isinstance(key, exp.Literal) and not key.is_string and key.name.isdigit():
        position = int(key.name)
        if 0 < position <= len(columns):
            teller.fold(key)
            column = columns[position - 1]
            return column.this if isinstance(column, exp.Alias) else column
    return key


def _meaning(subject: exp.Expr, columns: Sequence[exp.Expr]) -> exp.Expr:
    """What the subject stands for, when it is the name given to a shown column."""
    named = (column.this for column in columns if isinstance(column, exp.Alias) and column.alias == subject.name)
    return next(named, subject) if isinstance(subject, exp.Column) and not subject.table else subject


def _direction(teller: Explainer, subject: exp.Expr, is_descending: bool) -> str:
    key = "descending" if is_descending else "ascending"
    column = teller.column_of(subject)
    if grain(teller, subject):
        return f"{key}_date"
    return f"{key}_text" if column and column.kind is Kind.TEXT else key


def _with_nulls(teller: Explainer, key: exp.Ordered, phrase: str) -> str:
    """NULLS FIRST or LAST is told where it differs from what the dialect does anyway."""
    if teller.is_brief:
        return phrase
    text = key.sql(dialect=teller.dialect).upper()
    if text.endswith("NULLS FIRST"):
        return teller.say("nulls_first", phrase)
    return teller.say("nulls_last", phrase) if text.endswith("NULLS LAST") else phrase
