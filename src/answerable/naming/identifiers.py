"""The words that names of tables and columns are made of: the one splitter of identifiers."""

from __future__ import annotations

import re
from functools import lru_cache

from answerable.naming.inflection import lemma

__all__ = ["identifier_lemmas", "identifier_parts", "identifier_words", "space_out"]

_CASED = "".join(map(chr, range(0x530)))
_UPPER = "".join(filter(str.isupper, _CASED))
_LOWER = "".join(filter(str.islower, _CASED))
"""Latin, Greek and Cyrillic: the scripts that have capitals."""
_CHANGE_OF_CASE = re.compile(
    rf"(?<=[{_LOWER}])(?=[{_UPPER}])|(?<=[0-9])(?=[{_UPPER}][{_LOWER}])|(?<=[{_UPPER}])(?=[{_UPPER}][{_LOWER}])"
)
_WORD = re.compile(r"[^\W_]+")
_PART = re.compile(rf"[{_UPPER}{_LOWER}]+|\d+|[^\W\d_{_UPPER}{_LOWER}]+")


def space_out(name: str) -> str:
    """A space wherever capitals begin a new word: `orderLineID` → `order Line ID`, `XMLFile` → `XML File`."""
    return _CHANGE_OF_CASE.sub(" ", name)


@lru_cache(maxsize=16_384)
def identifier_words(name: str) -> tuple[str, ...]:
    """Case-folded words, each with the digits behind it: `unitPrice_2` → unit, price, 2; `Address2` → address2."""
    return tuple(word.casefold() for word in _WORD.findall(space_out(name)))


@lru_cache(maxsize=65_536)
def identifier_parts(name: str) -> tuple[str, ...]:
    """Words as they are written, apart from digits and from words of other scripts: `Phone2` → Phone, 2."""
    return tuple(_PART.findall(space_out(name)))


@lru_cache(maxsize=65_536)
def identifier_lemmas(name: str) -> tuple[str, ...]:
    """The lemmas an identifier is made of: `unitPriceCents` and `unit_price_cents` → (unit, price, cent)."""
    return tuple(map(lemma, identifier_parts(name)))
