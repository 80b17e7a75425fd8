"""Where the rules alone can say it: dates, windows, arithmetic, for which the network has no words; and what people ask
in a word or two, `orders`, `highest salary`, `orders by status`, which it never heard: it learned from sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from answerable.language.ranking.candidate_pool import PooledReading
from answerable.language.ranking.row_features import ASKING
from answerable.naming.trained_words import WORD, lemma
from answerable.naming.word_files import word_file

if TYPE_CHECKING:
    from answerable.language.neural.schema_items import SchemaItems

__all__ = ["asks_briefly", "settled_by_rule", "settles", "signs_beyond_forms"]

_SURE_ENOUGH = 0.5
_BRIEF = 6
_WORDS = word_file("answerable.language.ranking")
_FIGURES = _WORDS.pairs("figures")
_DONE = _WORDS.words("done_endings")
"""Ends of what is done *by* somebody: `written by`."""
_WRITTEN = re.compile(
    r"\bOVER\b|\bCASE\b|\bWITH\b|\bOFFSET\b| [*/+-] |'\d{4}-\d\d-\d\d|\bSTRFTIME\b|\bDATE_TRUNC\b|\bEXTRACT\b",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"\b(?:last|this|previous|past|next|current|prior) (?:\w+ )?(?:year|month|quarter|week|day)s?\b"
    r"|\b(?:yesterday|today|ytd|fiscal|month|quarter|week|daily|weekly|monthly|quarterly|yearly)\b|\bsince\b"
    r"|%|\b(?:percent|percentage|share|ratio|growth|grew|change|running|cumulative|moving|rank|ranked|margin|profit"
    r"|revenue|sales|turnover|difference|per)\b"
)


def settles(sql: str, confidence: float) -> bool:
    """The rules' best reading is sure and says what no form can: there is nothing to compare it with."""
    return confidence >= _SURE_ENOUGH and _WRITTEN.search(sql) is not None


def asks_briefly(question: str, sql: str, items: SchemaItems) -> bool:
    """It names one table and nothing else, a column's figure, or things by groups, and that is what the SQL gives."""
    words = [word for word in WORD.findall(question.lower()) if word not in ASKING]
    figure = _FIGURES.get(words[0]) if words else None
    if figure and f"{figure}(" in sql and tuple(map(lemma, words[1:])) in items.lemmas[items.first_column :]:
        return True
    if "by" not in words[1:-1]:
        return tuple(map(lemma, words)) in items.lemmas[: items.first_column]
    position = words.index("by")
    named = [lemma(word) in items.by_word for word in words]
    is_brief = len(words) <= _BRIEF and named[position - 1] and any(named[position + 1 :])
    return is_brief and not words[position - 1].endswith(_DONE) and " GROUP BY " in sql


def settled_by_rule(pool: Sequence[PooledReading]) -> bool:
    best = max(pool, key=lambda one: one.by_rule, default=None)
    return best is not None and settles(best.sql, best.by_rule)


def signs_beyond_forms(question: str, one: PooledReading) -> dict[str, float]:
    written, said = bool(_WRITTEN.search(one.sql)), bool(_SAID.search(question))
    return {"beyond": float(written), "beyond_said": float(said) - float(written), "business_words": float(said)}
