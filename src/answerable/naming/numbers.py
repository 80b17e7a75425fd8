"""Numbers as people write them: `1,200.50`, `$5k`, `2 million`, `twenty-five`."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from answerable.naming.word_files import word_file

__all__ = ["NUMBER_WORDS", "numeral", "scale", "spelled_number"]

_WORDS = word_file("answerable.naming")
_SMALL = {word: value for value, word in enumerate(_WORDS.words("units"))} | {
    word: 10 * (position + 2) for position, word in enumerate(_WORDS.words("tens"))
}
_SCALES = _WORDS.numbers("scales")
_SUFFIXES = _WORDS.numbers("suffixes")
NUMBER_WORDS = _SMALL | _SCALES
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
