"""Sums and averages that nobody asks for: of keys, dates and texts, and of prices that the question does not name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp
from sqlglot.errors import SqlglotError

from answerable.language.question.tokens import normalise
from answerable.naming.identifiers import identifier_lemmas
from answerable.sql.parse import parse_sql

if TYPE_CHECKING:
    from answerable.semantics import SemanticModel

__all__ = ["ImplausibleSums"]

_UNIT_WORDS = frozenset({"cent", "cents", "eur", "usd", "krw", "ct"})
_TIMES = ("date", "timestamp", "month", "time")


class ImplausibleSums:
    def __init__(self, model: SemanticModel) -> None:
        keys = {name for entity in model.entities if len(entity.key) == 1 for name in entity.key}
        keys |= {name for one in model.relationships if len(one.columns) == 1 for name in one.columns}
        measures = {one.column for one in model.measures}
        self._keys = {name.casefold() for name in keys - measures}
        self._no_numbers = _no_numbers(model) - {name.casefold() for name in measures}
        self._unsummed = {one.column.casefold() for one in model.measures if "sum" not in one.aggregations}

    def has_one(self, question: str, sql: str, dialect: str) -> bool:
        try:
            tree = parse_sql(sql, dialect)
        except SqlglotError:
            return False
        words = {token.lemma for token in normalise(question)}
        return any(self._is_implausible(node, words) for node in tree.find_all(exp.Sum, exp.Avg))

    def _is_implausible(self, node: exp.Expr, words: set[str]) -> bool:
        columns = [column.name for column in node.find_all(exp.Column)]
        if len(columns) != 1:
            return False
        name = columns[0].casefold()
        if name in self._no_numbers and isinstance(node.this, exp.Column):
            return True
        is_said = bool({_head(name)} & words)
        return not is_said and (name in self._keys or (isinstance(node, exp.Sum) and name in self._unsummed))


def _no_numbers(model: SemanticModel) -> set[str]:
    """Dates and texts: SQLite adds them up without a word."""
    dates = {one.column for one in model.dates}
    hidden = {one.column for one in model.hidden_types if one.kind in _TIMES}
    texts = {one.column for one in model.dimensions if one.kind in ("category", "place", "weekday", "name")}
    texts |= {one.column for one in model.statuses}
    return {name.casefold() for name in dates | hidden | texts}


def _head(name: str) -> str:
    """The word that says what it is: the `price` of `unit_price_cents`."""
    words = [word for word in identifier_lemmas(name) if word not in _UNIT_WORDS]
    return words[-1] if words else name
