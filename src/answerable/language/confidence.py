"""How sure the translator is: a rule of thumb between 0 and 1, low whenever something was guessed or left out."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.language.fill import Filled
from answerable.language.joining import Joiner
from answerable.language.normalise import Token
from answerable.language.query import ColumnRef
from answerable.language.sketch import Sketch
from answerable.language.vocabulary import stop_words

__all__ = ["confidence"]

_BEST = 0.95
_WHEN_TIED = 0.45
_OF_ANYTHING = frozenset(("top", "best", "worst"))


def confidence(
    tokens: Sequence[Token], drawn: Sketch, filled: Filled, strange: int, tied: int, joiner: Joiner
) -> float:
    """Shrinks with each word not understood, each weak link, each join, and rows that a join repeats."""
    content = sum(token.lemma not in stop_words() for token in tokens)
    sure = _BEST * (1 - strange / max(content, 1)) * 0.7**strange
    sure *= 0.5 ** len(filled.lost)
    weakest = min((option.score for option in filled.chosen), default=0.9)
    sure *= min(weakest, 1.0)
    joins = joiner.joins(filled.query)
    sure *= 0.97 ** len(joins) * 0.9 ** sum(join.rivals for join in joins)
    sure *= 0.8 ** joiner.detour(filled.query)
    if joiner.doubled(filled.query):
        sure *= 0.5
    if joiner.multiplied(filled.query):
        sure *= 0.45
    if _ranks_by_a_guess(tokens, drawn, filled):
        sure *= 0.5
    if tied > 1:
        sure = min(sure, _WHEN_TIED)
    return max(0.02, min(sure, _BEST))


def _ranks_by_a_guess(tokens: Sequence[Token], drawn: Sketch, filled: Filled) -> bool:
    """`top 5 products`: by price, by what they sold? Nobody said. The largest payment is the one of most money."""
    if not any(token.text.casefold() in _OF_ANYTHING for token in tokens):
        return False
    ranking, order = drawn.ranking, filled.query.order
    if ranking is None or ranking.sorting or ranking.by or ranking.hint or drawn.measure or drawn.order:
        return False
    return order is not None and isinstance(order.by, ColumnRef)
