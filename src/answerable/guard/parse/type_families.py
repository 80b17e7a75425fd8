"""Families of types as far as comparing goes, and what each engine does when two of them meet."""

from __future__ import annotations

import re
from enum import StrEnum

from sqlglot import exp

from answerable.guard.verdict import Severity
from answerable.kernel.messages import msg

__all__ = ["FAMILY_WORDS", "Family", "clash", "family_of", "family_of_value"]


class Family(StrEnum):
    NUMBER = "number"
    TEXT = "text"
    DATE = "date"
    BOOLEAN = "boolean"


FAMILY_WORDS = {
    Family.NUMBER: msg("guard.type_number"),
    Family.TEXT: msg("guard.type_text"),
    Family.DATE: msg("guard.type_date"),
    Family.BOOLEAN: msg("guard.type_boolean"),
}

_FAMILIES = tuple(
    (family, re.compile(rf"(?:{names})(?![\w\[])", re.IGNORECASE))
    for family, names in (
        (Family.DATE, r"date|datetime\d*|datetime64|timestamp(?:tz|_\w+)?"),
        (
            Family.NUMBER,
            r"u?(?:big|small|tiny|medium|huge)?int(?:eger)?\d?|u?integer|numeric|decimal|dec|number|real"
            r"|double|float\d?|(?:big|small)?serial\d?",
        ),
        (Family.TEXT, r"n?(?:var)?char2?|character|nvarchar2?|bpchar|string|clob|(?:tiny|medium|long)?text"),
        (Family.BOOLEAN, r"bool(?:ean)?"),
    )
)
_NUMBER = re.compile(r"\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*", re.IGNORECASE)
_DATES = frozenset({"now", "today", "yesterday", "tomorrow", "epoch", "infinity", "-infinity", ""})
_SPECIAL_NUMBERS = frozenset({"nan", "inf", "-inf", "infinity", "-infinity"})
_TRUTH = re.compile(r"t(?:r|ru|rue)?|f(?:a|al|als|alse)?|y(?:e|es)?|no?|on|off?|1|0")

_Pair = tuple[Family, Family]
_N, _T, _D, _B = Family.NUMBER, Family.TEXT, Family.DATE, Family.BOOLEAN

_FAILING: dict[str, frozenset[_Pair]] = {
    "postgres": frozenset((a, b) for a in Family for b in Family if a is not b),
    "duckdb": frozenset({(_N, _T), (_D, _T), (_B, _T), (_D, _N), (_D, _B)}),
}
"""(family of the column, family of the constant) for which the engine gives an error instead of rows."""
_WORKING: dict[str, frozenset[_Pair]] = {
    "duckdb": frozenset({(_B, _N), (_N, _B)}),
    "sqlite": frozenset({(_B, _N), (_N, _B), (_D, _N)}),
    "mysql": frozenset({(_B, _N), (_N, _B), (_D, _N)}),
}
"""Pairs that the engine compares as anybody would expect."""
_EQUAL_AS_TEXT = frozenset({"sqlite"})
"""Engines that compare a text column with a number as texts: fine for `=`, wrong for `<`."""
_UNORDERED = frozenset({"duckdb"})
"""Engines that cast a text column to compare it with a number by `=`, and refuse to by `<`."""


def family_of(written: str) -> Family | None:
    """The family of an engine's type name; None for types about which nothing is said."""
    text = written.strip()
    if "[" in text or "<" in text:
        return None
    return next((family for family, pattern in _FAMILIES if pattern.match(text)), None)


def family_of_value(value: exp.Literal | exp.Boolean, column: Family) -> Family:
    """The family of a constant. A string that reads as the column's family is of that family."""
    if isinstance(value, exp.Boolean):
        return Family.BOOLEAN
    if not value.is_string:
        return Family.NUMBER
    return column if _reads_as(value.name, column) else Family.TEXT


def _reads_as(text: str, family: Family) -> bool:
    word = text.strip().lower()
    if family is Family.NUMBER:
        return _NUMBER.fullmatch(text) is not None or word in _SPECIAL_NUMBERS
    if family is Family.BOOLEAN:
        return _TRUTH.fullmatch(word) is not None
    return family is Family.DATE and (any(map(str.isdigit, text)) or word in _DATES)


def clash(dialect: str, column: Family, value: Family, *, ordering: bool) -> Severity | None:
    """What comparing the two comes to: an error of the engine, a doubtful result, or nothing worth a word."""
    pair = (column, value)
    if column is value or pair in _WORKING.get(dialect, frozenset()):
        return None
    if pair == (_T, _N) and dialect in _EQUAL_AS_TEXT and not ordering:
        return None
    failing = pair in _FAILING.get(dialect, frozenset()) or (pair == (_T, _N) and ordering and dialect in _UNORDERED)
    return Severity.ERROR if failing else Severity.WARNING
