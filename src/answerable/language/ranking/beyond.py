"""What the network has no words for: dates, windows, arithmetic. Where a question calls for it, only the rules can have
written it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from answerable.language.ranking.pool import Pooled

__all__ = ["settled_by_rule", "settles", "signs_beyond_forms"]

_SURE_ENOUGH = 0.5

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


def settled_by_rule(pool: Sequence[Pooled]) -> bool:
    best = max(pool, key=lambda one: one.by_rule, default=None)
    return best is not None and settles(best.sql, best.by_rule)


def signs_beyond_forms(question: str, one: Pooled) -> dict[str, float]:
    written, said = bool(_WRITTEN.search(one.sql)), bool(_SAID.search(question))
    return {"beyond": float(written), "beyond_said": float(said) - float(written), "business_words": float(said)}
