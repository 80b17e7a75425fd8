"""Names that some engine, some setting or some reader might take for the same: one key for all of them.

Coarser than any engine: case, accents, compatibility forms and what lies behind the 63rd byte make no difference.
What restricts compares by likeness, and so restricts more; nothing is ever allowed on account of it.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from answerable.guard.resolve.identifiers.folding import cut_name

__all__ = ["case_likeness", "likeness", "path_likeness"]

_WITHOUT_STROKE = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe"})
_DOT_ABOVE = "\u0307"
"""What is left of the capital i with a dot."""
_IGNORED = frozenset({"Mn", "Me", "Cf"})
"""Categories of characters that are not seen, or only as an accent."""


@lru_cache(maxsize=16_384)
def likeness(name: str) -> str:
    short = cut_name(name)
    if short.isascii():
        return short.lower().rstrip()
    split = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", short).casefold())
    plain = "".join(letter for letter in split if unicodedata.category(letter) not in _IGNORED)
    return plain.translate(_WITHOUT_STROKE).rstrip()


@lru_cache(maxsize=16_384)
def case_likeness(name: str) -> str:
    """As `likeness`, but accents count: no engine takes `e` for `é`."""
    short = cut_name(name)
    if short.isascii():
        return short.lower().rstrip()
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", short).casefold())
    seen = "".join(letter for letter in folded if unicodedata.category(letter) != "Cf" and letter != _DOT_ABOVE)
    return seen.replace("ı", "i").rstrip()


@lru_cache(maxsize=16_384)
def path_likeness(path: str) -> str:
    """Of `schema.table.column`, part by part."""
    return ".".join(map(likeness, path.split(".")))
