"""Numbers as people write them: `1,200.50`, `$5k`, `2 million`, `twenty-five`."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

__all__ = ["numeral", "spelled_number"]

_UNITS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SMALL = {word: value for value, word in enumerate(_UNITS)} | {word: 10 * (i + 2) for i, word in enumerate(_TENS)}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_SUFFIXES = {"k": 1_000, "m": 1_000_000, "mn": 1_000_000, "bn": 1_000_000_000, "b": 1_000_000_000}
_MOST_DIGITS = 30


def numeral(text: str) -> Decimal | None:
    """The value of one written number, or None: a currency sign, thousands commas and k, m, bn or % are understood."""
    body = text.casefold().lstrip("$€£₩¥").replace(",", "").rstrip("%")
    suffix = next((s for s in sorted(_SUFFIXES, key=len, reverse=True) if body.endswith(s)), "")
    body = body.removesuffix(suffix)
    if not body or len(body) > _MOST_DIGITS or not body.isascii():
        return None
    try:
        value = Decimal(body)
    except InvalidOperation:
        return None
    return value * _SUFFIXES.get(suffix, 1) if value.is_finite() else None


def spelled_number(words: Sequence[str]) -> tuple[Decimal, int] | None:
    """The number that `words` begin with and how many words it takes: `two hundred fifty orders` → (250, 3)."""
    total, part, taken = 0, 0, 0
    for position, word in enumerate(words):
        if word in _SMALL:
            part += _SMALL[word]
        elif word == "hundred" and taken:
            part = max(part, 1) * 100
        elif word in _SCALES and taken:
            total, part = total + max(part, 1) * _SCALES[word], 0
        else:
            break
        taken = position + 1
    return (Decimal(total + part), taken) if taken else None


def scale(word: str) -> int | None:
    """The factor of a scale word that follows digits, as in `2 million`."""
    return _SCALES.get(word)
