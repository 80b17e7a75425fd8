"""How sure the translator is: a rule of thumb between 0 and 1, low whenever something was guessed or left out."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.language.query.join_rows import Joiner
from answerable.language.question.tokens import Token
from answerable.language.question.word_lists import stop_words
from answerable.language.rules.fill_slots import Filled
from answerable.language.rules.sketch import Sketch
from answerable.naming.word_files import word_file
from answerable.sql.column_ref import ColumnRef

__all__ = ["confidence"]

_BEST = 0.95
_WHEN_TIED = 0.45
_WORDS = word_file("answerable.language.rules")
_OF_ANYTHING = _WORDS.word_set("of_anything")


def confidence(
    tokens: Sequence[Token], sketch: Sketch, filled: Filled, unknown_words: int, tied: int, joiner: Joiner
) -> float:
    """Shrinks with each word not understood, each weak link, each join, and rows that a join repeats."""
    content = sum(token.lemma not in stop_words() for token in tokens)
    sure = _BEST * (1 - unknown_words / max(content, 1)) * 0.7**unknown_words
    sure *= 0.5 ** len(filled.lost)
    weakest = min((option.score for option in filled.chosen), default=0.9)
    sure *= min(weakest, 1.0)
    joins = joiner.joins(filled.query)
    sure *= 0.97 ** len(joins) * 0.9 ** sum(join.rivals for join in joins)
    sure *= 0.8 ** joiner.detour(filled.query)
    if joiner.shares_a_key(filled.query):
        sure *= 0.5
    if joiner.multiplies_rows(filled.query):
        sure *= 0.45
    if _ranks_by_a_guess(tokens, sketch, filled):
        sure *= 0.5
    if tied > 1:
        sure = min(sure, _WHEN_TIED)
    return max(0.02, min(sure, _BEST))


def _ranks_by_a_guess(tokens: Sequence[Token], sketch: Sketch, filled: Filled) -> bool:
    """`top 5 products`: by price, by what they sold? Nobody said. The largest payment is the one of most money."""
    if not any(token.text.casefold() in _OF_ANYTHING for token in tokens):
        return False
    ranking, order = sketch.ranking, filled.query.order
    if ranking is None or ranking.sorting or ranking.by or ranking.hint or sketch.measure or sketch.order:
        return False
    return order is not None and isinstance(order.by, ColumnRef)
