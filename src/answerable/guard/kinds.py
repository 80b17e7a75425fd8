"""Families of column types, as far as comparing goes."""

from __future__ import annotations

import re
from enum import StrEnum

from sqlglot import exp

__all__ = ["Family", "family_of", "fits"]


class Family(StrEnum):
    NUMBER = "number"
    TEXT = "text"
    DATE = "date"


_FAMILIES = (
    (Family.DATE, re.compile(r"^(?:date|datetime|timestamp)", re.IGNORECASE)),
    (
        Family.NUMBER,
        re.compile(
            r"^(?:(?:big|small|tiny|medium|huge|u)*int|integer|numeric|decimal|dec|number|real|double|float|serial)",
            re.I,
        ),
    ),
    (
        Family.TEXT,
        re.compile(r"^(?:n?(?:var)?char|character|text|string|clob|(?:tiny|medium|long)text)", re.IGNORECASE),
    ),
)
_NUMBER = re.compile(r"\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*", re.IGNORECASE)
_DATES = frozenset({"now", "today", "yesterday", "tomorrow", "epoch", "infinity", "-infinity", ""})


def family_of(written: str) -> Family | None:
    """The family of an engine's type name; None for types about which nothing is said."""
    if "[" in written or "<" in written:
        return None
    return next((family for family, pattern in _FAMILIES if pattern.match(written.strip())), None)


def fits(literal: exp.Literal, family: Family) -> bool:
    """Whether a column of the family may sensibly be compared with the literal."""
    if not literal.is_string:
        return family is Family.NUMBER
    if family is Family.NUMBER:
        return _NUMBER.fullmatch(literal.name) is not None
    return family is Family.TEXT or any(c.isdigit() for c in literal.name) or literal.name.strip().lower() in _DATES
