"""Where the rules alone can say it: dates, windows, arithmetic, for which the network has no words; and what people ask
in a word or two, `orders`, `highest salary`, `orders by status`, which it never heard: it learned from sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from answerable.language.ranking.pool import Pooled
from answerable.language.ranking.rows import ASKING
from answerable.language.reader.names import WORD, lemma

if TYPE_CHECKING:
    from answerable.language.reader.items import SchemaItems

__all__ = ["asks_briefly", "settled_by_rule", "settles", "signs_beyond_forms"]

_SURE_ENOUGH = 0.5
_BRIEF = 6
_FIGURES = {
    "average": "AVG", "mean": "AVG", "total": "SUM",
    "highest": "MAX", "largest": "MAX", "maximum": "MAX", "lowest": "MIN", "smallest": "MIN", "minimum": "MIN",
}  # fmt: skip
_DONE = ("ed", "en")
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


def settles(sql: str, sure: float) -> bool:
    """The rules' best reading is sure and says what no form can: there is nothing to compare it with."""
    return sure >= _SURE_ENOUGH and _WRITTEN.search(sql) is not None


def asks_briefly(question: str, sql: str, items: SchemaItems) -> bool:
    """It names one table and nothing else, a column's figure, or things by groups, and that is what the SQL gives."""
    words = [word for word in WORD.findall(question.lower()) if word not in ASKING]
    figure = _FIGURES.get(words[0]) if words else None
    if figure and f"{figure}(" in sql and tuple(map(lemma, words[1:])) in items.lemmas[items.first_column :]:
        return True
    if "by" not in words[1:-1]:
        return tuple(map(lemma, words)) in items.lemmas[: items.first_column]
    place = words.index("by")
    named = [lemma(word) in items.by_word for word in words]
    is_brief = len(words) <= _BRIEF and named[place - 1] and any(named[place + 1 :])
    return is_brief and not words[place - 1].endswith(_DONE) and " GROUP BY " in sql


def settled_by_rule(pool: Sequence[Pooled]) -> bool:
    best = max(pool, key=lambda one: one.by_rule, default=None)
    return best is not None and settles(best.sql, best.by_rule)


def signs_beyond_forms(question: str, one: Pooled) -> dict[str, float]:
    written, said = bool(_WRITTEN.search(one.sql)), bool(_SAID.search(question))
    return {"beyond": float(written), "beyond_said": float(said) - float(written), "business_words": float(said)}
