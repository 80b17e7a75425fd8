"""Words brought to the form in which they are compared: the lemma (plural undone) and the stem (ending undone too)."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

__all__ = ["fold", "lemma", "stem"]

_IRREGULAR = {
    "children": "child",
    "criteria": "criterion",
    "feet": "foot",
    "geese": "goose",
    "ids": "id",
    "indices": "index",
    "leaves": "leaf",
    "lives": "life",
    "men": "man",
    "mice": "mouse",
    "movies": "movie",
    "people": "person",
    "persons": "person",
    "shelves": "shelf",
    "teeth": "tooth",
    "wives": "wife",
    "women": "woman",
    "bought": "buy",
    "paid": "paid",
    "sold": "sell",
}
_UNCHANGED = frozenset(
    ("always", "analysis", "basis", "bus", "gas", "has", "is", "news", "plus", "series", "species", "was")
)
_ENDINGS = ("ations", "ation", "ments", "ment", "ings", "ing", "ions", "ion", "ed", "er", "or")
_SHORTEST_STEM = 4


def fold(word: str) -> str:
    """Lower-case and without accents: people type `region` for `Région`."""
    apart = unicodedata.normalize("NFD", word.casefold())
    return unicodedata.normalize("NFC", "".join(c for c in apart if unicodedata.category(c) != "Mn"))


@lru_cache(maxsize=8192)
def lemma(word: str) -> str:
    """The singular of a word, folded: `Categories` → `category`, `boxes` → `box`, `status` → `status`."""
    word = fold(word)
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or word in _UNCHANGED or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith(("ches", "shes", "xes", "zes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """What a word shares with its relatives: `shipped`, `shipping` and `shipment` all give `ship`."""
    base = lemma(word)
    while ending := next((e for e in _ENDINGS if base.endswith(e) and len(base) - len(e) >= 3), ""):
        base = base.removesuffix(ending)
    if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "aeiouls":
        base = base[:-1]
    return base.removesuffix("e") if len(base) > _SHORTEST_STEM else base
